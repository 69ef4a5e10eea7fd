import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { saveFile } from '#shared/downloads/save-file.ts'
import classes from './second-step.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** They were copied or saved. */
  onKept?: () => void
  /** The person has said so. */
  onDone: () => void
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <Stack>
      <Text>
        Each signs you in once in place of your phone. They are shown only now: keep them where you keep your passwords.
      </Text>
      <ul className={classes['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" grow>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={() => {
                copy()
                onKept?.()
              }}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          onClick={() => {
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'fieldwatch-recovery-codes.txt')
            onKept?.()
          }}
        >
          Download
        </Button>
      </Group>
      <Button onClick={onDone}>I have kept the codes</Button>
    </Stack>
  )
}
