import { Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The alerts of the signed-in user. */
export function AlertsTab() {
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Alerts
      </Title>
      <Stack gap="xs">
        <Text fw={600}>You have no alerts</Text>
        <Text c="dimmed">
          An alert tells its owners and viewers when a value crosses a limit. How you want to be told is chosen under{' '}
          <Link to="/settings" search={{}}>
            Profile
          </Link>
          .
        </Text>
      </Stack>
    </Stack>
  )
}
