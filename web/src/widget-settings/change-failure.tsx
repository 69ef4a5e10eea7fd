import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { ApiError, hasCode } from '#api/api-error.ts'
import { useMe } from '#session/me-queries.ts'
import { formatMoment, type TimeFormat } from '#time-range/moment-text.ts'

interface ChangeFailureProps {
  error: unknown
  onLoadNewer: () => void
  loading: boolean
}

/** Why a template was not saved, and what to do about it; a screen reader says it at once. */
export function ChangeFailure({ error, onLoadNewer, loading }: ChangeFailureProps) {
  const { timeFormat } = useMe()
  const isConflict = hasCode(error, 'template/changed')
  return (
    <Alert role="alert" variant="outline" color="red" icon={<IconAlertCircle />} p="sm">
      <Stack gap="xs" align="flex-start">
        <Text c="var(--mantine-color-text)">Failed to update the template.</Text>
        <Text c="dimmed">{isConflict ? conflictText(error, timeFormat) : reasonOf(error)}</Text>
        {isConflict && (
          <Button variant="default" loading={loading} onClick={onLoadNewer}>
            Load the newer one
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function conflictText(error: unknown, timeFormat: TimeFormat): string {
  const { changedBy = 'Somebody', changedUTC } = error instanceof ApiError ? error.details : {}
  const when = changedUTC === undefined ? '' : ` (${formatMoment(Date.parse(changedUTC), timeFormat)})`
  return `${changedBy} changed it meanwhile${when}. Nothing was overwritten, and what you entered is still here.`
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Please try again.'
}
