import type { texts } from '@fieldwatch/messages/second-step/en'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { PasswordField } from '#ui/components/password-field.tsx'
import { useRef, type SubmitEvent } from 'react'
import { hasCode, setUpOf, stepOf } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import { DialogFrame } from '#ui/components/dialog-frame.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { SetUpStep } from '#shared/second-step/set-up-step.tsx'
import { SecondStepForm } from '#shared/second-step/second-step-form.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { useSession, useSessionState } from '#platform/session/session-context.tsx'
import { signInFailure } from '#platform/session/sign-in-text.ts'
import classes from './sign-in-again.module.css'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/second-step/??.*'))

/** When the session ends under an open page, the same user signs in over it and continues. */
export function SignInAgain() {
  const state = useSessionState()
  return state.status === 'ended' ? <SignInDialog lead={t(`second-step.again.lead.${state.why}`)} /> : undefined
}

function SignInDialog({ lead }: { lead: string }) {
  const { email } = useMe()
  const session = useSession()
  const password = useRef<HTMLInputElement>(null)
  const signIn = useAction({ mutationFn: session.signIn, onError: () => password.current?.select() })

  const step = stepOf(signIn.error)
  const setUp = setUpOf(signIn.error)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    signIn.mutate({ email, password: password.current?.value ?? '' })
  }

  return (
    <DialogFrame
      opened
      title={t('second-step.again.title')}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      // Hides the page until someone has signed in.
      overlayProps={{ className: classes['cover'] ?? '' }}
      onClose={() => undefined}
    >
      {step === undefined ? undefined : <SecondStepForm {...step} onBack={signIn.reset} />}
      {setUp === undefined ? undefined : <SetUpStep {...setUp} onBack={signIn.reset} />}
      <form onSubmit={submit} hidden={step !== undefined || setUp !== undefined}>
        <Stack>
          <Text>{lead}</Text>
          {signIn.isError ? (
            <FormFailure
              {...signInFailure(signIn.error)}
              {...(hasCode(signIn.error, 'auth/invalid-credential') ? { advice: t('second-step.again.disabled') } : {})}
            />
          ) : undefined}
          <TextInput label={t('second-step.email')} autoComplete="username" readOnly value={email} />
          <PasswordField
            ref={password}
            label={t('second-step.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
          />
          <SubmitButton busy={signIn.isPending} busyText={t('second-step.submit.busy')}>
            {t('second-step.submit')}
          </SubmitButton>
          <Button variant="subtle" fullWidth onClick={session.leave}>
            {t('second-step.again.login')}
          </Button>
        </Stack>
      </form>
    </DialogFrame>
  )
}
