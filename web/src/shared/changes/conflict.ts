import { ApiError } from '#platform/api/api-error.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

/** Whether a change was refused because it was made from an older version. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && /[/-]changed$/.test(error.code)
}

/** Who changed it meanwhile, and when. */
export function conflictText(
  { details: { changedBy = 'Somebody', changedUTC } }: ApiError,
  timeFormat: TimeFormat,
): string {
  const when = changedUTC === undefined ? '' : ` (${formatMoment(Date.parse(changedUTC), timeFormat)})`
  return `${changedBy} changed it meanwhile${when}.`
}
