import { useApiAction } from '#platform/api/use-action.ts'
import { confirmPasswordReset, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@fieldwatch/contract/people/auth'
import { Stack } from '@mantine/core'
import { PasswordField } from '#ui/components/password-field.tsx'
import type { SubmitEvent } from 'react'
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
import { t } from './texts.ts'

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
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const kind = invited ? 'first' : 'another'
  const change = useApiAction(
    (api, chosen: { password: string; revokeTokens?: true }) =>
      api.call(confirmPasswordReset, { body: { token, ...chosen } }),
    { once: true },
  )

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    change.mutate({ password: textOf(given, 'password'), ...(given.has('revokeTokens') ? { revokeTokens: true } : {}) })
  }

  if (change.isSuccess) {
    return (
      <SignInFrame title={t(`sign-in.password.${kind}.done`)} lead={t(`sign-in.password.${kind}.done-lead`)}>
        <SuccessNote text={t(`sign-in.password.${kind}.success`)} advice={t(`sign-in.password.${kind}.next`)} />
        <BackToLogin />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t(`sign-in.password.${kind}.title`)} lead={t(`sign-in.password.${kind}.lead`)}>
      <form onSubmit={submit}>
        <Stack>
          {change.isError ? <FormFailure {...failureByCode(change.error)} /> : undefined}
          {hasCode(change.error, 'auth/reset-link-invalid') ? <RequestNewLink /> : undefined}
          <PasswordField
            ref={firstRef}
            name="password"
            label={t(`sign-in.password.${kind}.label`)}
            description={t('sign-in.password.help', { least: PASSWORD_MIN_LENGTH })}
            autoComplete="new-password"
            minLength={PASSWORD_MIN_LENGTH}
            maxLength={PASSWORD_MAX_LENGTH}
            required
            withAsterisk={false}
          />
          <RevokeTokens count={programTokens} name="revokeTokens" />
          <SubmitButton busy={change.isPending} busyText={t('sign-in.password.save.busy')}>
            {t('sign-in.password.save')}
          </SubmitButton>
          <BackToLogin />
        </Stack>
      </form>
    </SignInFrame>
  )
}
