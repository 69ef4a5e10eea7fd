import { ApiError } from '#platform/api/api-error.ts'
import { t } from './texts.ts'

/** What the dialog says when a code was not sent; the specification leaves it open (document 2, section 8). */
export function sendFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('phone-verification.send.failed')
  if (error.code === 'request/invalid') return t('phone-verification.phone.invalid')
  if (error.code !== 'phone/too-many-codes') return error.message
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds === undefined) return error.message
  return t('phone-verification.send.too-many', { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })
}

/** What the dialog says about a code that was not taken, in the words of the specification where it has them. */
export function codeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('phone-verification.code.failed')
  return error.message
}
