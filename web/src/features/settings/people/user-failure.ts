import { ApiError } from '#platform/api/api-error.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from '../texts.ts'

/** The failure texts when the server gives none; `change` is worded as the specification has it (document 1, section 8). */
export function failedText(what: 'create' | 'change' | 'preferences' | 'entity' | 'delete-self'): string {
  return t(`settings.failed.${what}`)
}

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
export function inPlaceFailure(error: unknown, timeFormat: TimeFormat, fallback = failedText('change')): FailureText {
  if (!isConflict(error)) return userFailure(error, fallback)
  return { text: conflictText(error, timeFormat), advice: t('settings.failed.newer') }
}

/** Why a preference of the signed-in user was not saved. */
export function preferenceFailure(error: unknown, timeFormat: TimeFormat): FailureText {
  return inPlaceFailure(error, timeFormat, failedText('preferences'))
}

/** The text of a success. */
export function resultsText(message: string | undefined): string {
  return message === undefined ? t('settings.results.done') : t('settings.results', { message })
}
