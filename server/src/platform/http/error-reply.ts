import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@fieldwatch/contract/api/errors'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { WriteSentence } from '@fieldwatch/messages/write-sentences'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isDiskFull } from '#platform/database/database-away.ts'
import { inEnglish, isDomainError } from '#platform/errors/domain-error.ts'
import { sentencesFor } from './reader-language.ts'

type Details = NonNullable<ErrorBody['details']>

interface Failure {
  code: ErrorCode
  /** A sentence; that of the code where it is left out. */
  message?: string
  details?: Details
}

/** The body of a failure, written for its reader. */
export function errorBody({ code, message, details }: Failure, write: WriteSentence = inEnglish): ErrorBody {
  return {
    statusCode: ERROR_STATUS[code],
    status: 'error',
    code,
    message: write(message ?? sentenceOfCode(code)),
    ...(details === undefined ? {} : { details: writtenDetails(details, write) }),
  }
}

function writtenDetails({ fields, error, ...others }: Details, write: WriteSentence): Details {
  const written = Object.entries(fields ?? {}).map(([field, message]) => [field, write(message)] as const)
  return {
    ...(fields === undefined ? {} : { fields: Object.fromEntries(written) }),
    ...(error === undefined ? {} : { error: write(error) }),
    ...others,
  }
}

/** Turns anything that was thrown into a failure that can be shown. */
export function failureOf(error: unknown): Failure {
  if (isDomainError(error)) {
    return {
      code: error.code,
      message: error.sentence,
      ...(error.details === undefined ? {} : { details: error.details }),
    }
  }
  if (isDatabaseAway(error)) return { code: 'server/unavailable' }
  if (isDiskFull(error)) return { code: 'server/no-room' }
  if (isUnstorableText(error)) {
    return { code: 'request/invalid', message: 'answers.text-unstorable' }
  }
  if ((error as Partial<FastifyError>).code === 'FST_ERR_BAD_URL') {
    return { code: 'request/invalid', message: 'answers.address' }
  }
  return { code: codeOfFastifyError(error) }
}

function codeOfFastifyError(error: unknown): ErrorCode {
  const { code, statusCode } = error as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'request/malformed-json'
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'request/too-large'
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'request/unsupported-media-type'
    // A path parameter that is longer than any that exists.
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return 'request/not-found'
    default:
  }
  if (statusCode === 429) return 'request/rate-limited'
  if (statusCode === 413) return 'request/too-large'
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'request/invalid'
  return 'server/internal'
}

/** No one makes room within a moment. */
const ROOM_SECONDS = 30

/** Fastify's error handler: one body shape for all failures; an unexpected one is logged and answered with the request's id. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = failureOf(error)
  const about = { method: request.method, url: withoutSecrets(request.url) }
  if (failure.code === 'server/internal') {
    request.log.error({ err: error, ...about }, 'request failed unexpectedly')
    failure.details = { requestId: request.id }
  }
  if (failure.code === 'server/no-room') {
    request.log.error(about, 'disk is full; records cannot be stored')
    reply.header('retry-after', ROOM_SECONDS)
  }
  if (failure.code === 'file/store-away') request.log.error({ err: error, ...about }, 'stored files cannot be used')
  const retryAfter = failure.details?.retryAfterSeconds
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (failure.code === 'server/unavailable') reply.header('retry-after', 2)
  request.failureCode = failure.code
  // Keeps the connection open while a body is still arriving: closing it would lose the answer. The rest of the body is read and
  // dropped.
  reply.removeHeader('connection')
  reply.code(ERROR_STATUS[failure.code]).send(errorBody(failure, sentencesFor(request)))
}

const TOKEN = /fwp?_[\w-]+/g

/** An address as it may be logged: senders may name their token in the path or the query. */
function withoutSecrets(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replaceAll(TOKEN, '(token)')
}

/** SQLSTATE codes for a text with U+0000, or half of a surrogate pair in JSON, which PostgreSQL cannot keep. */
const UNSTORABLE_STATES = new Set(['22021', '22P05'])

/** Whether a statement failed because of a character in a text that someone sent. */
function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && UNSTORABLE_STATES.has(String((error as NodeJS.ErrnoException).code))
}
