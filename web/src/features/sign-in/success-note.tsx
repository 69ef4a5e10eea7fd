import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'

interface SuccessNoteProps {
  text: string
  advice: string
}

export function SuccessNote({ text, advice }: SuccessNoteProps) {
  return (
    <Alert role="note" aria-live="polite" variant="outline" color="green" icon={<IconCircleCheck />} p="sm">
      <Text c="var(--mantine-color-text)">{text}</Text>
      <Text c="dimmed">{advice}</Text>
    </Alert>
  )
}
