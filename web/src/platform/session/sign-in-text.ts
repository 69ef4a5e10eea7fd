import { ApiError } from '#platform/api/api-error.ts'

interface FailureText {
  text: string
  /** What to do, where the text alone is a code. */
  advice?: string
}

const UNEXPECTED = 'An Unexpected error occurred'

/** What Login says about a failed sign-in, in the words of the specification (document 1, section 8). */
export function signInFailure(error: unknown): FailureText {
  if (!(error instanceof ApiError)) return { text: UNEXPECTED }
  if (error.code === 'auth/invalid-credential') return { text: 'Email or Password is invalid' }
  if (error.code === 'auth/too-many-requests') {
    return { text: 'Too many attempts were made and the account has been disabled. Please try again later.' }
  }
  return failureByCode(error)
}

/** What Reset Password says about a failure: its code (specification, document 1, section 8). */
export function failureByCode(error: unknown): FailureText {
  return error instanceof ApiError ? { text: error.code, advice: error.message } : { text: UNEXPECTED }
}
