import { ApiError } from '#platform/api/api-error.ts'
import { t } from './texts.ts'

/** Why a calculated source was not saved (specification, document 1, section 9). */
export function calculationFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return t('calculations.failed.again')
  const { error: reason, equation, name } = error.details
  if (reason !== undefined && equation !== undefined) return t('calculations.failed.equation', { reason, equation })
  if (reason !== undefined && name !== undefined) return t('calculations.failed.name', { reason, name })
  return error.message
}
