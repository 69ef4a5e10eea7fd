import { useLocation } from '@tanstack/react-router'
import { RequestResetForm } from './request-reset-form.tsx'
import { checkPasswordReset } from '@fieldwatch/contract/auth'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestNewLink } from './request-new-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/**
 * Requests the mail with a link; the link opens this page with a token to choose the new password. The token is in the fragment,
 * which browsers do not send, so it appears in no proxy log and no referrer.
 */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('token') ?? ''
  return token === '' ? <RequestResetForm /> : <MailedLink token={token} />
}

interface MailedLinkProps {
  /** The secret of the link. */
  token: string
}

/** Checks that a mailed link is valid before a password is chosen. */
function MailedLink({ token }: MailedLinkProps) {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['mailed-link', token] as const,
    queryFn: async ({ signal }) => (await api.call(checkPasswordReset, { body: { token } }, { signal })).details,
    // Never checked again: sending the form uses the link up.
    staleTime: Infinity,
    meta: { public: true },
  })
  if (hasCode(error, 'auth/reset-link-invalid')) return <DeadLink />
  // Shows the form even when the check failed; sending the password tells.
  if (data !== undefined || error !== null) {
    const { invited = false, programTokens = 0 } = data ?? {}
    return <NewPasswordForm token={token} invited={invited} programTokens={programTokens} />
  }
  return (
    <SignInFrame title="Choose a password" lead="One moment...">
      <LoadingSkeleton height="8rem" />
    </SignInFrame>
  )
}

function DeadLink() {
  return (
    <SignInFrame title="This link does not work any more" lead="A link works once, and for a limited time.">
      <Stack>
        <FailureNote text="This link has expired or was used already." />
        <RequestNewLink />
        <BackToLogin />
      </Stack>
    </SignInFrame>
  )
}
