import type { ErrorBody, ErrorCode } from '@fieldwatch/contract/api/errors'
import { sentenceOfCode, sentencesIn } from '@fieldwatch/messages/server-sentences'

interface Options {
  /** A sentence of the catalogue, or a text as it is. Leaving it out takes the sentence of the code. */
  message?: string
  /** Safe to show to anyone who asked. */
  details?: NonNullable<ErrorBody['details']>
  cause?: unknown
}

/** A failure that the caller can understand. Anything else that is thrown is a defect, and answered as one. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  /** What a reader gets in their language; `message` is in English, for logs. */
  readonly sentence: string
  readonly details: ErrorBody['details']

  constructor(code: ErrorCode, options: Options = {}) {
    const sentence = options.message ?? sentenceOfCode(code)
    super(inEnglish(sentence), options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.sentence = sentence
    this.details = options.details
  }
}

/** For logs, programs and files. */
export const inEnglish = sentencesIn('en')

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof DomainError
}

/** @throws DomainError request/invalid when there are problems, by field */
export function requireNone(problems: Readonly<Record<string, string>>): void {
  const [message] = Object.values(problems)
  if (message !== undefined) throw new DomainError('request/invalid', { message, details: { fields: problems } })
}

/** A value of a request that cannot be taken, with the field that it is in. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError('request/invalid', { message, details: { fields: { [field]: message } } })
}
