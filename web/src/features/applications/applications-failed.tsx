import { Button, Stack, Text } from '@mantine/core'
import classes from './applications-page.module.css'

interface ApplicationsFailedProps {
  message: string
  onRetry: () => void
}

export function ApplicationsFailed({ message, onRetry }: ApplicationsFailedProps) {
  return (
    <Stack role="alert" className={classes['note'] ?? ''}>
      <Text fw={600}>The applications cannot be shown</Text>
      <Text c="dimmed">{message}</Text>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  )
}
