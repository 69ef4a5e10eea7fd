import { Button, Stack } from '@mantine/core'
import { ApiError, hasCode } from '#api/api-error.ts'
import { FailureNote } from '#components/failure-note.tsx'
import { useMe } from '#session/me-queries.ts'
import { formatMoment, type TimeFormat } from '#time-range/moment-text.ts'

interface ChangeFailureProps {
  error: unknown
  /** What is as it was after somebody else was first. */
  kept?: string
  onLoadNewer: () => void
  loading: boolean
}

/** Why a template was not saved, and what to do about it; a screen reader says it at once. */
export function ChangeFailure({ error, kept = ENTERED_KEPT, onLoadNewer, loading }: ChangeFailureProps) {
  const { timeFormat } = useMe()
  const isConflict = hasCode(error, 'template/changed')
  return (
    <Stack gap="xs" align="flex-start">
      <FailureNote
        text="Failed to update the template."
        advice={isConflict ? `${conflictText(error, timeFormat)} ${kept}` : reasonOf(error)}
      />
      {isConflict && (
        <Button variant="default" loading={loading} onClick={onLoadNewer}>
          Load the newer one
        </Button>
      )}
    </Stack>
  )
}

const ENTERED_KEPT = 'Nothing was overwritten, and what you entered is still here.'

function conflictText(error: unknown, timeFormat: TimeFormat): string {
  const { changedBy = 'Somebody', changedUTC } = error instanceof ApiError ? error.details : {}
  const when = changedUTC === undefined ? '' : ` (${formatMoment(Date.parse(changedUTC), timeFormat)})`
  return `${changedBy} changed it meanwhile${when}.`
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Please try again.'
}
