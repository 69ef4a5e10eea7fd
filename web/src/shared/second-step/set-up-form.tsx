import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { ApiError, hasCode } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { AppSecret } from './app-secret.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-step.module.css'
import { stepFailure } from './step-failure.ts'
import { useRefreshFactors } from './use-refresh-factors.ts'
import { t } from './texts.ts'

export interface SetUpFormProps {
  /** From the answer to the password. */
  token: string
  /** Goes back to the password. */
  onBack: () => void
}

/** Sets the second factor up that the entity requires, once the password was right, and signs in with it. */
export function SetUpForm({ token, onBack }: SetUpFormProps) {
  const session = useSession()
  const refresh = useRefreshFactors()
  const begin = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => session.beginSetUp(token),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { public: true },
  })
  const finish = useAction({ once: true, mutationFn: (code: string) => session.finishSetUp({ token, code }) })
  if (finish.data !== undefined) {
    const { recoveryCodes, enter } = finish.data
    const goOn = (): void => {
      enter()
      // A page may be open behind the step, which shows what was there before.
      void refresh()
    }
    return (
      <Stack>
        <Lead>{t('second-step.set-up.done')}</Lead>
        <RecoveryCodes codes={recoveryCodes} onDone={goOn} />
      </Stack>
    )
  }
  const error = finish.error ?? begin.error
  const isOver = begin.isError || hasCode(finish.error, 'auth/step-expired')
  const ofCode = finish.error instanceof ApiError ? finish.error.details.fields['code'] : undefined

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code')
    if (typeof code === 'string') finish.mutate(code)
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <Lead>{t('second-step.set-up.lead')}</Lead>
        {error === null || ofCode !== undefined ? undefined : <FormFailure {...stepFailure(error)} />}
        {begin.isPending ? <Skeleton height="14rem" /> : undefined}
        {begin.data === undefined || isOver ? undefined : (
          <>
            <AppSecret {...begin.data} />
            <TextInput
              name="code"
              label={t('second-step.app.first-code')}
              description={t('second-step.app.first-code.help')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={12}
              required
              withAsterisk={false}
              error={ofCode}
            />
            <SubmitButton busy={finish.isPending} busyText={t('second-step.set-up.submit.busy')}>
              {t('second-step.set-up.submit')}
            </SubmitButton>
          </>
        )}
        <Button variant="subtle" fullWidth onClick={onBack}>
          {t('second-step.back')}
        </Button>
      </Stack>
    </form>
  )
}

/** What the step is about, which is read out when it appears: the fields of the one before are gone. */
function Lead({ children }: { children: ReactNode }) {
  return (
    <Text ref={useFocusOnMount<HTMLParagraphElement>()} tabIndex={-1} className={classes['lead'] ?? ''}>
      {children}
    </Text>
  )
}
