import { Button, Stack, Text } from '@mantine/core'
import classes from './load-failure.module.css'
import { t } from '#platform/texts.ts'

interface LoadFailureProps {
  /** What cannot be shown, as in "The users cannot be shown". */
  title: string
  message: string
  /** It replaces the whole content of the page. */
  page?: boolean
  /** What the button reads. */
  retry?: string
  onRetry: () => void
}

/** Shown in place of what could not be read. */
export function LoadFailure({ title, message, page = false, retry = t('ui.try-again'), onRetry }: LoadFailureProps) {
  return (
    <Stack role="alert" className={classes['failure'] ?? ''} data-page={page}>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed">{message}</Text>
      <Button variant="default" onClick={onRetry}>
        {retry}
      </Button>
    </Stack>
  )
}
