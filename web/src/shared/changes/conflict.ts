import { ApiError } from '#platform/api/api-error.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** Whether a change was refused because it was made from an older version. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && /[/-]changed$/.test(error.code)
}

/** Who changed it in the meantime, and when. */
export function conflictText({ details: { changedBy: person, changedUTC } }: ApiError, timeFormat: TimeFormat): string {
  if (changedUTC === undefined) {
    return person === undefined ? t('changes.conflict.unknown') : t('changes.conflict', { person })
  }
  const at = formatMoment(Date.parse(changedUTC), timeFormat)
  return person === undefined ? t('changes.conflict.unknown.at', { at }) : t('changes.conflict.at', { person, at })
}

/** Why something was not changed: after a conflict who was faster, with `advice`. */
export function changeFailure(error: Error, timeFormat: TimeFormat, advice: string): { text: string; advice?: string } {
  return isConflict(error) ? { text: conflictText(error, timeFormat), advice } : { text: error.message }
}
