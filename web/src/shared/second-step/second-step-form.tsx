import type { SecondFactorWay } from '@fieldwatch/contract/errors'
import { Anchor, Button, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
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
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [way, setWay] = useState<SecondFactorWay>('totp')
  const send = useAction({
    once: true,
    mutationFn: (code: string) => session.signInWithCode({ token, code }),
    onError: () => field.current?.select(),
  })
  const busy = send.isPending || send.isSuccess
  const isOver = hasCode(send.error, 'auth/step-expired')
  const { label, other, ...entry } = WAYS[way]

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) send.mutate(field.current?.value ?? '')
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        {send.isError ? <FormFailure {...stepFailure(send.error)} /> : undefined}
        {isOver ? undefined : (
          <>
            <CodeField
              key={way}
              field={field}
              label={label}
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              {...entry}
            />
            {ways.includes('recovery') ? (
              <Anchor
                component="button"
                type="button"
                ta="right"
                onClick={() => {
                  send.reset()
                  setWay(way === 'totp' ? 'recovery' : 'totp')
                }}
              >
                {other}
              </Anchor>
            ) : undefined}
            <SubmitButton busy={busy} busyText="signing in...">
              Sign in
            </SubmitButton>
          </>
        )}
        <Button variant={isOver ? 'filled' : 'subtle'} fullWidth onClick={onBack}>
          Back to the password
        </Button>
      </Stack>
    </form>
  )
}

interface CodeFieldProps extends TextInputProps {
  field: RefObject<HTMLInputElement | null>
}

/** Takes the focus, each time that it is another field. */
function CodeField({ field, ...props }: CodeFieldProps) {
  useEffect(() => field.current?.focus(), [field])
  return <TextInput ref={field} {...props} />
}

const WAYS = {
  totp: {
    label: 'Code',
    description: 'Six digits from your authenticator app.',
    other: 'Use a recovery code',
    inputMode: 'numeric',
    maxLength: 12,
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of those that you kept. Each works once.',
    other: 'Use the authenticator app',
    inputMode: 'text',
    maxLength: 40,
  },
} as const
