import { ApiError } from '#platform/api/api-error.ts'

/** What is said about a second factor that was not taken. */
export function stepFailure(error: unknown): { text: string; advice?: string } {
  if (!(error instanceof ApiError)) return { text: 'An Unexpected error occurred' }
  if (error.code === 'auth/wrong-code') {
    return {
      text: 'This code is not right, or was used already.',
      advice: 'Wait for the next one. If none works, see that the clock of your phone is right.',
    }
  }
  if (error.code === 'auth/too-many-requests') {
    return {
      text: 'Too many wrong codes were given.',
      advice: 'Codes are taken again in a quarter of an hour. If those were not yours, choose a new password.',
    }
  }
  return { text: error.message }
}
