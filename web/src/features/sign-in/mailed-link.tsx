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

interface MailedLinkProps {
  /** The secret of the link. */
  token: string
}

/** Checks that a mailed link is valid before a password is chosen. */
export function MailedLink({ token }: MailedLinkProps) {
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
