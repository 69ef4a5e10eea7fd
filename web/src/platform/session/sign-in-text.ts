import { ApiError } from '#platform/api/api-error.ts'
import { t } from '#platform/texts.ts'

interface FailureText {
  text: string
  /** What to do, where the text alone is a code. */
  advice?: string
}

/** What Login says about a failed sign-in, in the words of the specification (document 1, section 8). */
export function signInFailure(error: unknown): FailureText {
  if (!(error instanceof ApiError)) return { text: t('ui.failure.unexpected') }
  if (error.code === 'auth/invalid-credential') return { text: t('ui.failure.credentials') }
  if (error.code === 'auth/too-many-requests') {
    return { text: t('ui.failure.attempts') }
  }
  return failureByCode(error)
}

/** What Reset Password says about a failure: its code (specification, document 1, section 8). */
export function failureByCode(error: unknown): FailureText {
  return error instanceof ApiError ? { text: error.code, advice: error.message } : { text: t('ui.failure.unexpected') }
}
