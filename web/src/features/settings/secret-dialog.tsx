import { Button, Code, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '#ui/components/copy-text.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { t } from './texts.ts'

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
      title={t(`settings.${noun}.title`, { name })}
      question={{
        title: t(`settings.${noun}.ask`),
        text: lost,
        confirm: t(`settings.${noun}.ask.close`),
        cancel: t(`settings.${noun}.ask.back`),
      }}
      closeButtonProps={{ 'aria-label': t('settings.secret.close') }}
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
      <CopyText text={secret} onCopied={() => setKept(true)}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t('settings.secret.copied') : t(`settings.${noun}.copy`)}
          </Button>
        )}
      </CopyText>
      <Button onClick={onClose}>{t(`settings.${noun}.kept`)}</Button>
    </Stack>
  )
}
