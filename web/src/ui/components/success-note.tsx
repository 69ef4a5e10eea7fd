import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '#ui/icons/icons.ts'

/** Says that something was done; a screen reader says it when it has nothing else to say. */
export function SuccessNote({ text, advice }: { text: string; advice?: string }) {
  return (
    <Alert role="note" aria-live="polite" variant="outline" color="green" icon={<IconCircleCheck />} p="sm">
      <Text c="var(--mantine-color-text)">{text}</Text>
      {advice === undefined ? undefined : <Text c="dimmed">{advice}</Text>}
    </Alert>
  )
}
