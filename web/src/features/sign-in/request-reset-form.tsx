import { requestPasswordReset } from '@fieldwatch/contract/auth'
import { Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useApi } from '#api/api-context.tsx'
import { SubmitButton } from '#components/submit-button.tsx'
import { useFocusOnMount } from '#components/use-focus-on-mount.ts'
import { BackToLogin } from './back-to-login.tsx'
import { FailureNote } from '#components/failure-note.tsx'
import { textOf } from './form-text.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { failureByCode } from './sign-in-text.ts'
import { SuccessNote } from '#components/success-note.tsx'

export function RequestResetForm() {
  const api = useApi()
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const reset = useMutation({
    mutationFn: (email: string) => api.call(requestPasswordReset, { body: { email } }),
  })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!reset.isPending) reset.mutate(textOf(new FormData(event.currentTarget), 'email'))
  }

  return (
    <SignInFrame title="Reset password" lead="We send you a link to choose a new one.">
      <form onSubmit={submit}>
        <Stack>
          {reset.isError ? <FailureNote {...failureByCode(reset.error)} /> : undefined}
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
          />
          <SubmitButton busy={reset.isPending} busyText="Sending email...">
            Reset password
          </SubmitButton>
          <BackToLogin />
        </Stack>
      </form>
    </SignInFrame>
  )
}
