import { ApiError } from '#platform/api/api-error.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

/** The failure text when a user could not be added and the server gives none. */
export const CREATE_FAILED = 'Something went wrong when creating the user'

/** The same for changing and for deleting one; worded as the specification has it (document 1, section 8). */
export const CHANGE_FAILED = 'Something went wrong when deleting the user'

export const DELETE_SELF = 'cant delete self'

interface FailureText {
  text: string
  advice?: string
}

/** The sentence of the server; without one, `fallback`. */
export function userFailure(error: unknown, fallback: string): FailureText {
  if (!(error instanceof ApiError)) return { text: fallback }
  return error.code === 'network' ? { text: fallback, advice: error.message } : { text: error.message }
}

/** Why a user was not changed in the table, which already shows the newer state. */
export function inPlaceFailure(error: unknown, timeFormat: TimeFormat, fallback = CHANGE_FAILED): FailureText {
  if (!isConflict(error)) return userFailure(error, fallback)
  return { text: conflictText(error, timeFormat), advice: 'Nothing was overwritten. What is shown is the newer one.' }
}

/** Why a preference of the signed-in user was not saved. */
export function preferenceFailure(error: unknown, timeFormat: TimeFormat): FailureText {
  return inPlaceFailure(error, timeFormat, 'Something went wrong when saving the preferences')
}

/** The text of a success. */
export function resultsText(message: string | undefined): string {
  return `Results: ${message ?? 'done'}`
}
