import type { Readable } from 'node:stream'
import { ERROR_STATUS } from '@fieldwatch/contract/api/errors'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { failureOf, replyWithError } from '#platform/http/error-reply.ts'
import { type Identified, identifyFirst } from '#platform/http/identify-first.ts'
import type { HeldBody } from './body-budget.ts'
import type { Reason } from './decode-message.ts'
import { readBody, unpackBody } from './read-body.ts'

/** What a request brings, once its sender is known. */
export interface SentBodies<Sender> extends Identified<Sender> {
  /** The body as it came. */
  packedBody(request: FastifyRequest): Buffer
  /**
   * The body, unpacked if it is gzip.
   * @throws DomainError request/too-large, request/invalid, request/unsupported-media-type
   */
  body(request: FastifyRequest): Promise<Buffer>
  /**
   * Counts memory that a request takes besides.
   * @throws DomainError server/unavailable
   */
  hold(request: FastifyRequest, bytes: number): void
}

interface Options<Sender> {
  /** @throws DomainError when the request has no sender */
  readonly identify: (request: FastifyRequest) => Promise<Sender>
  /** Counts what a body holds; left out for short ones. */
  readonly open?: (sender: Sender) => HeldBody
  /** In bytes. */
  readonly limit: number
  /** Whether bodies of a content type are read; all are when left out. */
  readonly accepts?: (contentType: string | undefined) => boolean
}

/** Lets the routes of a scope read bodies within bounds, once their sender is known. */
export function receiveBodies<Sender extends object>(
  scope: FastifyInstance,
  { identify, open, limit, accepts = () => true }: Options<Sender>,
): SentBodies<Sender> {
  const held = new WeakMap<FastifyRequest, HeldBody>()
  const hold = (request: FastifyRequest, bytes: number): void => held.get(request)?.hold(bytes)
  const packedBody = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  const senders = identifyFirst(scope, async (request, reply) => {
    const sender = await identify(request)
    const body = open?.(sender)
    if (body !== undefined) {
      held.set(request, body)
      reply.raw.once('close', body.release)
    }
    return sender
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    if (!accepts(request.headers['content-type'])) throw new DomainError('request/unsupported-media-type')
    const length = Number(request.headers['content-length'])
    const announced = Number.isNaN(length) ? undefined : length
    return readBody(payload, { announced, limit, hold: (bytes) => hold(request, bytes) })
  })
  return {
    ...senders,
    packedBody,
    body: (request) =>
      unpackBody(packedBody(request), request.headers['content-encoding'], (bytes) => hold(request, bytes)),
    hold,
  }
}

const ACCEPTED_TYPES = new Set(['application/json', 'text/plain', 'application/octet-stream'])

/** Whether a body of this content type is read as JSON; without one it is. */
export function isAcceptedType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true
  return ACCEPTED_TYPES.has((contentType.split(';', 1)[0] ?? '').trim().toLowerCase())
}

/** Keeps why requests of known senders failed as a whole, where `keep` wants it. */
export function keepFailures<Sender>(
  scope: FastifyInstance,
  senders: Identified<Sender>,
  keep: (sender: Sender, reason: Reason, request: FastifyRequest) => Promise<unknown> | undefined,
): void {
  scope.setErrorHandler(async (error, request, reply) => {
    const sender = senders.find(request)
    const { code, message } = failureOf(error)
    if (sender !== undefined) await keep(sender, message === undefined ? { code } : { code, message }, request)
    replyWithError(error, request, reply)
    return reply
  })
}

/** Answers a message of which nothing was stored as a failure, with the first refusal as its reason. False: something was. */
export function sendIfRefused(
  reply: FastifyReply,
  { status, details }: IngestVerdict,
  more: Readonly<Record<string, unknown>> = {},
): boolean {
  const [first] = details.refused
  if (status !== 'error' || first === undefined) return false
  const { code, message } = first
  const statusCode = ERROR_STATUS[code]
  reply.request.failureCode = code
  void reply
    .code(statusCode)
    .type('application/json')
    .send(JSON.stringify({ statusCode, status, code, message, ...more }))
  return true
}
