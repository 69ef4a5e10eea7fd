import type { SecondFactorWay } from '@fieldwatch/contract/errors'
import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { PasskeyButton } from '#shared/passkeys/passkey-button.tsx'
import { CodeForm } from './code-form.tsx'

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
