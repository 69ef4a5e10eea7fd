import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '#ui/icons/sign-in-icons.ts'
import { t } from '#platform/texts.ts'

interface FailureNoteProps {
  text: string
  advice?: string
  /** Only for what could not be read: reads it again. */
  onRetry?: () => void
}

/** Says what went wrong, beside what failed; a screen reader says it at once. */
export function FailureNote({ text, advice, onRetry }: FailureNoteProps) {
  return (
    <Alert role="alert" variant="outline" color="red" icon={<IconAlertCircle />} p="sm">
      <Text c="var(--mantine-color-text)">{text}</Text>
      {advice === undefined ? undefined : <Text c="dimmed">{advice}</Text>}
      {onRetry === undefined ? undefined : (
        <Button variant="default" size="xs" mt="xs" onClick={onRetry}>
          {t('ui.try-again')}
        </Button>
      )}
    </Alert>
  )
}
