import { Button, Stack, Text } from '@mantine/core'

interface LoadFailureProps {
  /** What cannot be shown, as in "The users cannot be shown". */
  title: string
  message: string
  onRetry: () => void
}

/** Stands in place of what could not be read. */
export function LoadFailure({ title, message, onRetry }: LoadFailureProps) {
  return (
    <Stack role="alert" align="flex-start" gap="xs">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed">{message}</Text>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  )
}
