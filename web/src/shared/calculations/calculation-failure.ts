import { ApiError } from '#platform/api/api-error.ts'

/** Why a calculated source was not saved (specification, document 1, section 9). */
export function calculationFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Please try again.'
  const { error: reason, equation, name } = error.details
  if (reason !== undefined && equation !== undefined) return `${reason} It uses: ${equation}`
  if (reason !== undefined && name !== undefined) return `${reason} under name: ${name}`
  return error.message
}
