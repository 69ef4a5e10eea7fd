import { ApiError } from '#api/api-error.ts'

/** What is said when a user could not be added and the server did not say why. */
export const CREATE_FAILED = 'Something went wrong when creating the user'

/** The same for changing and for deleting one; worded as the specification has it (document 1, section 8). */
export const CHANGE_FAILED = 'Something went wrong when deleting the user'

export const DELETE_SELF = 'cant delete self'

interface FailureText {
  text: string
  advice?: string
}

/** The sentence of the server; without one, `fallback`. */
export function peopleFailure(error: unknown, fallback: string): FailureText {
  if (!(error instanceof ApiError)) return { text: fallback }
  return error.code === 'network' ? { text: fallback, advice: error.message } : { text: error.message }
}

/** What is said when something was done. */
export function resultsText(message: string | undefined): string {
  return `Results: ${message ?? 'done'}`
}
