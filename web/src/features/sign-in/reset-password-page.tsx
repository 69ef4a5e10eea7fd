import { useLocation } from '@tanstack/react-router'
import { MailedLink } from './mailed-link.tsx'
import { RequestResetForm } from './request-reset-form.tsx'

/**
 * Asks for the mail with the link; the link leads back here with a token, to choose the new password. The token is in the
 * fragment, which no browser sends: it stands in no log of a proxy and in no referrer.
 */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('token') ?? ''
  return token === '' ? <RequestResetForm /> : <MailedLink token={token} />
}
