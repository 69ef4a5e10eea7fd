import { useApiAction } from '#platform/api/use-action.ts'
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
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { textOf } from './form-text.ts'
import { failureByCode } from '#platform/session/sign-in-text.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { t } from './texts.ts'

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
  // Shows the form even when the check failed; sending the password shows why.
  if (data !== undefined || error !== null) {
    const { invited = false, programTokens = 0 } = data ?? {}
    return <NewPasswordForm token={token} invited={invited} programTokens={programTokens} />
  }
  return (
    <SignInFrame title={t('sign-in.link.check')} lead={t('sign-in.wait')}>
      <LoadingSkeleton height="8rem" />
    </SignInFrame>
  )
}

function DeadLink() {
  return (
    <SignInFrame title={t('sign-in.link.dead')} lead={t('sign-in.link.dead.lead')}>
      <FailureNote text={t('sign-in.link.dead.help')} />
      <RequestNewLink />
      <BackToLogin />
    </SignInFrame>
  )
}

function RequestResetForm() {
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const reset = useApiAction((api, email: string) => api.call(requestPasswordReset, { body: { email } }), {
    once: true,
  })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    reset.mutate(textOf(new FormData(event.currentTarget), 'email'))
  }

  return (
    <SignInFrame title={t('sign-in.reset.title')} lead={t('sign-in.reset.lead')}>
      <form onSubmit={submit}>
        <Stack>
          {reset.isError ? <FormFailure {...failureByCode(reset.error)} /> : undefined}
          {reset.isSuccess ? (
            <SuccessNote text={t('sign-in.reset.sent')} advice={t('sign-in.reset.sent.help')} />
          ) : undefined}
          <TextInput
            ref={firstRef}
            name="email"
            type="email"
            label={t('sign-in.email')}
            autoComplete="username"
            required
            withAsterisk={false}
            onChange={() => {
              if (reset.isSuccess) reset.reset()
            }}
          />
          {reset.isSuccess ? (
            <Button variant="default" fullWidth {...PRESS_ONCE} onClick={reset.reset}>
              {t('sign-in.reset.again')}
            </Button>
          ) : (
            <SubmitButton busy={reset.isPending} busyText={t('sign-in.reset.busy')}>
              {t('sign-in.reset.submit')}
            </SubmitButton>
          )}
          <BackToLogin />
        </Stack>
      </form>
    </SignInFrame>
  )
}
