import type { SecondFactorWay } from '@fieldwatch/contract/api/errors'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { PasskeyButton } from '#shared/passkeys/passkey-button.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { stepFailure } from './step-failure.ts'
import { t } from './texts.ts'

interface SecondStepFormProps {
  /** From the answer to the password. */
  token: string
  ways: readonly SecondFactorWay[]
  /** Goes back to the password. */
  onBack: () => void
}

/** Asks for the second factor once the password was right. */
export function SecondStepForm({ token, ways, onBack }: SecondStepFormProps) {
  const [way, setWay] = useState<SecondFactorWay>(ways[0] ?? 'totp')
  return (
    <Stack>
      {way === 'passkey' ? <PasskeyButton variant="filled" /> : <CodeForm key={way} token={token} way={way} />}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Anchor key={other} component="button" type="button" ta="center" onClick={() => setWay(other)}>
            {t(`second-step.way.${other}`)}
          </Anchor>
        ))}
      <Button variant="subtle" fullWidth onClick={onBack}>
        {t('second-step.back')}
      </Button>
    </Stack>
  )
}

/** Takes a code of the authenticator app, or a recovery code. */
function CodeForm({ token, way }: { token: string; way: keyof typeof ENTRIES }) {
  const session = useSession()
  const field = useFocusOnMount<HTMLInputElement>()
  const send = useAction({
    once: true,
    mutationFn: (code: string) => session.signInWithCode({ token, code }),
    onError: () => field.current?.select(),
  })
  const busy = send.isPending || send.isSuccess

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) send.mutate(field.current?.value ?? '')
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        {send.isError ? <FormFailure {...stepFailure(send.error)} /> : undefined}
        {hasCode(send.error, 'auth/step-expired') ? undefined : (
          <>
            <TextInput
              ref={field}
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              label={t(`second-step.code.${way}`)}
              description={t(`second-step.code.${way}.help`)}
              {...ENTRIES[way]}
            />
            <SubmitButton busy={busy} busyText={t('second-step.submit.busy')}>
              {t('second-step.submit')}
            </SubmitButton>
          </>
        )}
      </Stack>
    </form>
  )
}

const ENTRIES = {
  totp: {
    inputMode: 'numeric',
    maxLength: 12,
  },
  recovery: {
    inputMode: 'text',
    maxLength: 40,
  },
} as const
