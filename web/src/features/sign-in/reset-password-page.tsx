import { useSearch } from '@tanstack/react-router'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestResetForm } from './request-reset-form.tsx'

/** Asks for the mail with the link; the link leads back here with a token, to choose the new password. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' })
  return token === undefined ? <RequestResetForm /> : <NewPasswordForm token={token} />
}
