import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { saveFile } from '#shared/downloads/save-file.ts'
import { Dialog, type LossQuestion } from '#ui/components/dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import classes from './second-factor.module.css'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

const CODES_LOST: LossQuestion = {
  title: 'Close without the codes?',
  text: 'They are shown only now. Without them you need an admin when your phone is lost.',
  confirm: 'Close without them',
  cancel: 'Back to the codes',
}

/** Shows new recovery codes, once. It asks before it closes, until they were copied or saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      title="Your recovery codes"
      question={CODES_LOST}
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
      onClose={onClose}
    >
      <Codes codes={codes} onClose={onClose} />
    </Dialog>
  )
}

function Codes({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isKept, setKept] = useState(false)
  useUnsaved(!isKept)
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
                setKept(true)
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
            setKept(true)
          }}
        >
          Download
        </Button>
      </Group>
      <Button onClick={onClose}>I have kept the codes</Button>
    </Stack>
  )
}
