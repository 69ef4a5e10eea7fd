import { Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#ui/components/dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'

interface SecretDialogProps {
  /** What the secret is, as its buttons name it. */
  noun: 'secret' | 'token'
  /** Whose it is. */
  name: string
  secret: string
  text: string
  /** What it means to close without it. */
  lost: string
  onClose: () => void
}

/** Shows a secret, once. It asks before it closes, until the secret was copied. */
export function SecretDialog({ noun, name, lost, onClose, ...shown }: SecretDialogProps) {
  return (
    <Dialog
      title={`The ${noun} of ${name}`}
      question={{
        title: `Close without the ${noun}?`,
        text: lost,
        confirm: 'Close without it',
        cancel: `Back to the ${noun}`,
      }}
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
      onClose={onClose}
    >
      <Secret noun={noun} {...shown} onClose={onClose} />
    </Dialog>
  )
}

function Secret({ noun, secret, text, onClose }: Pick<SecretDialogProps, 'noun' | 'secret' | 'text' | 'onClose'>) {
  const [isKept, setKept] = useState(false)
  useUnsaved(!isKept)
  return (
    <Stack>
      <Text>{text}</Text>
      <Code block>{secret}</Code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={() => {
              copy()
              setKept(true)
            }}
          >
            {copied ? 'Copied' : `Copy the ${noun}`}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onClose}>I have kept the {noun}</Button>
    </Stack>
  )
}
