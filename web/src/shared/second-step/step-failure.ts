import { ApiError } from '#platform/api/api-error.ts'
import { t } from './texts.ts'

/** What is said about a second factor that was not taken. */
export function stepFailure(error: unknown): { text: string; advice?: string } {
  if (!(error instanceof ApiError)) return { text: t('second-step.failed') }
  if (error.code === 'auth/wrong-code') {
    return {
      text: t('second-step.wrong'),
      advice: t('second-step.wrong.help'),
    }
  }
  if (error.code === 'auth/too-many-requests') {
    return {
      text: t('second-step.too-many'),
      advice: t('second-step.too-many.help'),
    }
  }
  return { text: error.message }
}
