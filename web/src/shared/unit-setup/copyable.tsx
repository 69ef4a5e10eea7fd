import { ActionIcon, Code, CopyButton, Text } from '@mantine/core'
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
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="default"
            size="var(--fw-control)"
            aria-label={t('unit-setup.copy.label', { label })}
            onClick={() => {
              copy()
              onCopy?.()
            }}
          >
            {copied ? <IconCheck size="1rem" aria-hidden="true" /> : <IconCopy size="1rem" aria-hidden="true" />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  )
}
