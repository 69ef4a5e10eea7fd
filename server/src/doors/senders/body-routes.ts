import type { Readable } from 'node:stream'
import { MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HeldBody } from '#doors/ingest/body-budget.ts'
import { readBody } from '#doors/ingest/read-body.ts'
import { unpackBody } from '#doors/ingest/request-body.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { DoorParts } from './door-routes.ts'
import type { Sender, Senders } from './identify-sender.ts'

/** What a request of a door brings, once its sender is known. */
export interface DoorRequests {
  /** @throws DomainError unit/invalid-token */
  senderOf(request: FastifyRequest): Sender
  /**
   * The body as it came.
   * @throws DomainError request/too-large, request/invalid, request/unsupported-media-type
   */
  packedBody(request: FastifyRequest): Buffer
  /**
   * The body, unpacked if it is gzip.
   * @throws DomainError as `packedBody`
   */
  body(request: FastifyRequest): Promise<Buffer>
  /**
   * Counts memory that a request takes besides.
   * @throws DomainError server/unavailable
   */
  hold(request: FastifyRequest, bytes: number): void
}

/** Options of a route that takes a body of records. */
export const DOOR_ROUTE = { bodyLimit: MAX_INGEST_BODY_BYTES }

/** Registers routes whose sender is found before their body is read, within bounds. */
export function registerSenders(
  app: FastifyInstance,
  { senders, bodies }: Pick<DoorParts, 'senders' | 'bodies'>,
  register: (scope: FastifyInstance, requests: DoorRequests) => void,
): void {
  void app.register(async (scope) => {
    const known = new WeakMap<FastifyRequest, Sender>()
    const held = new WeakMap<FastifyRequest, HeldBody>()
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
      const length = Number(request.headers['content-length'])
      return readBody(payload, {
        announced: Number.isNaN(length) ? undefined : length,
        limit: MAX_INGEST_BODY_BYTES,
        hold: (bytes) => held.get(request)?.hold(bytes),
      })
    })
    scope.addHook('onRequest', async (request, reply) => {
      // Fastify refuses an empty one, which the shell of InfluxDB 1 sends.
      if (request.headers['content-type'] === '') request.raw.headers['content-type'] = 'text/plain'
      const sender = await senders.identify(request)
      known.set(request, sender)
      const body = bodies.open(sender.id)
      held.set(request, body)
      reply.raw.once('close', body.release)
    })
    const packedBody = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
    register(scope, {
      senderOf: (request) => {
        const sender = known.get(request)
        if (sender === undefined) throw new DomainError('unit/invalid-token')
        return sender
      },
      packedBody,
      body: (request) =>
        unpackBody(packedBody(request), request.headers['content-encoding'], (bytes) => held.get(request)?.hold(bytes)),
      hold: (request, bytes) => held.get(request)?.hold(bytes),
    })
  })
}

/** Finds the sender of each request before its body is read. */
export function identifyFirst(
  scope: FastifyInstance,
  senders: Pick<Senders, 'identify'>,
): (request: FastifyRequest) => Sender {
  const known = new WeakMap<FastifyRequest, Sender>()
  scope.addHook('onRequest', async (request) => void known.set(request, await senders.identify(request)))
  return (request) => {
    const sender = known.get(request)
    if (sender === undefined) throw new DomainError('unit/invalid-token')
    return sender
  }
}
