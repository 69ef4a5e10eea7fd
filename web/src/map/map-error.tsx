import { Stack, Text } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import classes from './map-error.module.css'

/** What stands in place of a map that cannot be shown (specification, document 1, section 8). */
export function MapError() {
  return (
    <Stack role="alert" align="center" justify="center" gap="xs" className={classes['error'] ?? ''}>
      <IconMapOff aria-hidden="true" />
      <Text fw={600}>Map Loading Error</Text>
      <Text c="dimmed">Unable to load Maps. Please refresh the page or try again later.</Text>
    </Stack>
  )
}
