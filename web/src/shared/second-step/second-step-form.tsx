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
            {OTHER[other]}
          </Anchor>
        ))}
      <Button variant="subtle" fullWidth onClick={onBack}>
        Back to the password
      </Button>
    </Stack>
  )
}

const OTHER: Readonly<Record<SecondFactorWay, string>> = {
  totp: 'Use the authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

interface CodeFormProps {
  token: string
  way: keyof typeof ENTRIES
}

/** Takes a code of the authenticator app, or a recovery code. */
function CodeForm({ token, way }: CodeFormProps) {
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
            <TextInput ref={field} autoComplete="one-time-code" required withAsterisk={false} {...ENTRIES[way]} />
            <SubmitButton busy={busy} busyText="signing in...">
              Sign in
            </SubmitButton>
          </>
        )}
      </Stack>
    </form>
  )
}

const ENTRIES = {
  totp: {
    label: 'Code',
    description: 'Six digits from your authenticator app.',
    inputMode: 'numeric',
    maxLength: 12,
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of those that you kept. Each works once.',
    inputMode: 'text',
    maxLength: 40,
  },
} as const
