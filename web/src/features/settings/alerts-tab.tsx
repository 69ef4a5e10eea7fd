import { Stack, Text, Title } from '@mantine/core'
import { NO_ALERTS_YET } from './no-alerts-yet.ts'

/** The alerts of the signed-in user. */
export function AlertsTab() {
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Alerts
      </Title>
      <Text>{NO_ALERTS_YET}</Text>
    </Stack>
  )
}
