import { useLocation } from '@tanstack/react-router'
import { checkPasswordReset, requestPasswordReset } from '@fieldwatch/contract/people/auth'
import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestNewLink } from './request-new-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import type { SubmitEvent } from 'react'
import { useAction } from '#platform/api/use-action.ts'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { textOf } from './form-text.ts'
import { failureByCode } from '#platform/session/sign-in-text.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'

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

function RequestResetForm() {
  const api = useApi()
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const reset = useAction({
    once: true,
    mutationFn: (email: string) => api.call(requestPasswordReset, { body: { email } }),
  })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    reset.mutate(textOf(new FormData(event.currentTarget), 'email'))
  }

  return (
    <SignInFrame title="Reset password" lead="We send you a link to choose a new one.">
      <form onSubmit={submit}>
        <Stack>
          {reset.isError ? <FormFailure {...failureByCode(reset.error)} /> : undefined}
          {reset.isSuccess ? (
            <SuccessNote
              text="An email was sent"
              advice="If the address is known here, the link in it works for one hour."
            />
          ) : undefined}
          <TextInput
            ref={firstRef}
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            required
            withAsterisk={false}
            onChange={() => {
              if (reset.isSuccess) reset.reset()
            }}
          />
          {reset.isSuccess ? (
            <Button variant="default" fullWidth {...PRESS_ONCE} onClick={reset.reset}>
              Send another email
            </Button>
          ) : (
            <SubmitButton busy={reset.isPending} busyText="Sending email...">
              Reset password
            </SubmitButton>
          )}
          <BackToLogin />
        </Stack>
      </form>
    </SignInFrame>
  )
}
