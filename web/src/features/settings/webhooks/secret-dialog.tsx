import { Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog, type LossQuestion } from '#ui/components/dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'

interface SecretDialogProps {
  name: string
  secret: string
  onClose: () => void
}

const SECRET_LOST: LossQuestion = {
  title: 'Close without the secret?',
  text: 'It is shown only now. Without it the receiver cannot tell that a message is ours, and the webhook needs a new one.',
  confirm: 'Close without it',
  cancel: 'Back to the secret',
}

/** Shows the secret of a webhook, once. It asks before it closes, until the secret was copied. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={`The secret of ${name}`}
      question={SECRET_LOST}
      closeButtonProps={{ 'aria-label': 'Close the dialog' }}
      onClose={onClose}
    >
      <Secret secret={secret} onClose={onClose} />
    </Dialog>
  )
}

function Secret({ secret, onClose }: Pick<SecretDialogProps, 'secret' | 'onClose'>) {
  const [isKept, setKept] = useState(false)
  useUnsaved(!isKept)
  return (
    <Stack>
      <Text>
        Each message is signed with this secret. It is shown only now: copy it to the receiver. Slack, Teams and ntfy
        need none.
      </Text>
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
            {copied ? 'Copied' : 'Copy the secret'}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onClose}>I have kept the secret</Button>
    </Stack>
  )
}
