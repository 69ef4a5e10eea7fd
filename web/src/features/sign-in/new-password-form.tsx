import { confirmPasswordReset, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@fieldwatch/contract/people/auth'
import { PasswordInput, Stack } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { RevokeTokens } from '#shared/program-tokens/revoke-tokens.tsx'
import { BackToLogin } from './back-to-login.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { textOf } from './form-text.ts'
import { RequestNewLink } from './request-new-link.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { failureByCode } from '#platform/session/sign-in-text.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'

interface NewPasswordFormProps {
  /** The secret of the mailed link. */
  token: string
  /** It is the first password. */
  invited: boolean
  /** How many tokens for programs the person has. */
  programTokens: number
}

/** Takes the password that the holder of a good link chooses. */
export function NewPasswordForm({ token, invited, programTokens }: NewPasswordFormProps) {
  const api = useApi()
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const words = invited ? FIRST : ANOTHER
  const change = useAction({
    once: true,
    mutationFn: (chosen: { password: string; revokeTokens?: true }) =>
      api.call(confirmPasswordReset, { body: { token, ...chosen } }),
  })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    change.mutate({ password: textOf(given, 'password'), ...(given.has('revokeTokens') ? { revokeTokens: true } : {}) })
  }

  if (change.isSuccess) {
    return (
      <SignInFrame title={words.done} lead={words.doneLead}>
        <Stack>
          <SuccessNote text={words.success} advice={words.next} />
          <BackToLogin />
        </Stack>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={words.title} lead={words.lead}>
      <form onSubmit={submit}>
        <Stack>
          {change.isError ? <FormFailure {...failureByCode(change.error)} /> : undefined}
          {hasCode(change.error, 'auth/reset-link-invalid') ? <RequestNewLink /> : undefined}
          <PasswordInput
            ref={firstRef}
            name="password"
            label={words.label}
            description={`At least ${PASSWORD_MIN_LENGTH} characters, and not one of the most common ones.`}
            autoComplete="new-password"
            minLength={PASSWORD_MIN_LENGTH}
            maxLength={PASSWORD_MAX_LENGTH}
            required
            withAsterisk={false}
            visibilityToggleFocusable
          />
          <RevokeTokens count={programTokens} name="revokeTokens" />
          <SubmitButton busy={change.isPending} busyText="Saving password...">
            Save password
          </SubmitButton>
          <BackToLogin />
        </Stack>
      </form>
    </SignInFrame>
  )
}

const ANOTHER = {
  title: 'Choose a new password',
  lead: 'It replaces the old one, and ends all earlier sign-ins.',
  label: 'New password',
  done: 'Password changed',
  doneLead: 'All earlier sign-ins have ended.',
  success: 'Your password has been changed.',
  next: 'Sign in with the new one now.',
} as const

const FIRST = {
  title: 'Choose your password',
  lead: 'Welcome. You sign in with it from now on.',
  label: 'Password',
  done: 'Password saved',
  doneLead: 'Your account is ready.',
  success: 'Your password has been saved.',
  next: 'Sign in with it now.',
} as const
