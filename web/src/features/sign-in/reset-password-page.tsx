import { useLocation } from '@tanstack/react-router'
import { MailedLink } from './mailed-link.tsx'
import { RequestResetForm } from './request-reset-form.tsx'

/**
 * Requests the mail with a link; the link opens this page with a token to choose the new password. The token is in the fragment,
 * which browsers do not send, so it appears in no proxy log and no referrer.
 */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('token') ?? ''
  return token === '' ? <RequestResetForm /> : <MailedLink token={token} />
}
