import { requestPasswordReset } from '@fieldwatch/contract/auth'
import { Button, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { BackToLogin } from './back-to-login.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { textOf } from './form-text.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { failureByCode } from '#platform/session/sign-in-text.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'

export function RequestResetForm() {
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
