import { ERRORS, type ErrorBody, type ErrorCode } from '@fieldwatch/contract/api/errors'

interface Options {
  /** Leaving it out takes the sentence of the code. */
  message?: string
  /** Safe to show to whoever asked. */
  details?: NonNullable<ErrorBody['details']>
  cause?: unknown
}

/** A failure that the caller can understand. Anything else that is thrown is a defect, and answered as one. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly details: ErrorBody['details']

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.message ?? ERRORS[code], options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
  }
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof DomainError
}

/** A value of a request that cannot be taken, with the field that it is in. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('request/invalid', { message, details: { fields: { [field]: message } } })
}
