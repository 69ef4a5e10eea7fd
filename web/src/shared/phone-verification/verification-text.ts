import { PHONE_INVALID } from '@fieldwatch/contract/people/phone'
import { ApiError } from '#platform/api/api-error.ts'

const UNEXPECTED = 'The code could not be sent. Please try again.'

/** What the dialog says when a code was not sent; the specification leaves it open (document 2, section 8). */
export function sendFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED
  if (error.code === 'request/invalid') return PHONE_INVALID
  if (error.code !== 'phone/too-many-codes') return error.message
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds === undefined) return error.message
  return `Too many codes were sent. Please try again in ${minutesText(retryAfterSeconds)}.`
}

/** What the dialog says about a code that was not taken, in the words of the specification where it has them. */
export function codeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The code could not be checked. Please try again.'
  return error.message
}

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
