import type { ErrorBody, ErrorCode, FieldErrors, ProofWay } from '@fieldwatch/contract/api/errors'
import { t } from '#platform/texts.ts'

/** A code of the contract, or `network` when the portal did not answer. */
export type FailureCode = ErrorCode | 'network'

type FailureDetails = Readonly<NonNullable<ErrorBody['details']>> & { readonly fields: FieldErrors }

/** A request that did not succeed. The screens choose their text by `code`. */
export class ApiError extends Error {
  readonly code: FailureCode
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly details: FailureDetails

  constructor(failure: { code: FailureCode; message: string; status: number; details?: ErrorBody['details'] }) {
    super(failure.message)
    this.name = 'ApiError'
    this.code = failure.code
    this.status = failure.status
    this.details = { ...failure.details, fields: failure.details?.fields ?? {} }
  }
}

/** Whether `error` is a failure of the API with one of these codes. */
export function hasCode(error: unknown, ...codes: FailureCode[]): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}

/** How a sign-in continues whose password was right and not enough. */
export function stepOf(error: unknown): FailureDetails['secondFactor'] {
  return error instanceof ApiError ? error.details.secondFactor : undefined
}

/** How a sign-in continues whose password was right and that has to set a second factor up. */
export function setUpOf(error: unknown): FailureDetails['setUp'] {
  return error instanceof ApiError ? error.details.setUp : undefined
}

/** What the person can give again for a change that asks for it; undefined: it was refused for something else. */
export function proofWaysOf(error: unknown): readonly ProofWay[] | undefined {
  return error instanceof ApiError ? error.details.stepUp?.ways : undefined
}

export function networkError(): ApiError {
  return new ApiError({
    code: 'network',
    message: t('ui.failure.network'),
    status: 0,
  })
}

/** The failure of an answer, from the portal or a proxy before it. */
export async function errorOf(response: Response): Promise<ApiError> {
  // A proxy may answer with anything.
  const body: unknown = await response.json().catch(() => undefined)
  if (isErrorBody(body)) {
    return new ApiError({ code: body.code, message: body.message, status: response.status, details: body.details })
  }
  const away = response.status >= 502 && response.status <= 504
  return new ApiError({
    code: away ? 'server/unavailable' : 'server/internal',
    message: away ? t('ui.failure.unavailable') : t('ui.failure.internal'),
    status: response.status,
  })
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}
