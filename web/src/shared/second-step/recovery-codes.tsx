import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyText } from '#ui/components/copy-text.tsx'
import { saveFile } from '#shared/downloads/save-file.ts'
import classes from './second-step.module.css'
import { t } from './texts.ts'

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
      <Text>{t('second-step.codes.help')}</Text>
      <ul className={classes['codes']} aria-label={t('second-step.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" grow>
        <CopyText text={text} onCopied={onKept}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('second-step.copied') : t('second-step.copy')}
            </Button>
          )}
        </CopyText>
        <Button
          variant="default"
          onClick={() => {
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'fieldwatch-recovery-codes.txt')
            onKept?.()
          }}
        >
          {t('second-step.codes.download')}
        </Button>
      </Group>
      <Button onClick={onDone}>{t('second-step.codes.kept')}</Button>
    </Stack>
  )
}
