import { Button, Code, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t as ui } from '@fieldwatch/web/platform/texts.ts'
import { CopyText } from '@fieldwatch/web/ui/components/copy-text.tsx'
import { Dialog } from '@fieldwatch/web/ui/components/dialog.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { embedText } from './share-form.ts'
import { t } from './texts.ts'

interface LinkDialogProps {
  link: string
  /** Pages may show it in a frame. */
  isEmbedded: boolean
  onClose: () => void
}

/** Shows a new link, once. It asks before it closes, until the link was copied. */
export function LinkDialog({ onClose, ...made }: LinkDialogProps) {
  return (
    <Dialog
      title={t('shares.link')}
      question={{
        title: t('shares.ask'),
        text: t('shares.ask.text'),
        confirm: t('shares.ask.close'),
        cancel: t('shares.ask.back'),
      }}
      closeButtonProps={{ 'aria-label': ui('ui.dialog.close') }}
      onClose={onClose}
    >
      <MadeLink {...made} onClose={onClose} />
    </Dialog>
  )
}

function MadeLink({ link, isEmbedded, onClose }: LinkDialogProps) {
  const [isKept, setKept] = useState(false)
  useUnsaved(!isKept)
  return (
    <Stack>
      <Text>{t('shares.link.help')}</Text>
      <Copied value={link} label={t('shares.link.copy')} onCopy={() => setKept(true)} />
      {isEmbedded ? (
        <>
          <Text fw={600}>{t('shares.embed')}</Text>
          <Copied value={embedText(link)} label={t('shares.embed.copy')} onCopy={() => setKept(true)} />
        </>
      ) : undefined}
      <Button onClick={onClose}>{t('shares.kept')}</Button>
    </Stack>
  )
}

function Copied({ value, label, onCopy }: { value: string; label: string; onCopy: () => void }) {
  return (
    <>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyText text={value} onCopied={onCopy}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t('shares.copied') : label}
          </Button>
        )}
      </CopyText>
    </>
  )
}
