import { ActionIcon, Code, Text } from '@mantine/core'
import { CopyText } from '#ui/components/copy-text.tsx'
import { IconCheck, IconCopy } from '#ui/icons/icons.ts'
import classes from './unit-setup.module.css'
import { t } from './texts.ts'

export function Copyable({ label, text, onCopy }: { label: string; text: string; onCopy?: () => void }) {
  return (
    <div className={classes['copyable']}>
      <Text component="span" size="xs" c="dimmed" className={classes['what'] ?? ''}>
        {label}
      </Text>
      <Code className={classes['code'] ?? ''}>{text}</Code>
      <CopyText text={text} onCopied={onCopy}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="default"
            size="var(--fw-control)"
            aria-label={t('unit-setup.copy.label', { label })}
            onClick={copy}
          >
            {copied ? <IconCheck size="1rem" aria-hidden="true" /> : <IconCopy size="1rem" aria-hidden="true" />}
          </ActionIcon>
        )}
      </CopyText>
    </div>
  )
}
