import { say } from '@fieldwatch/messages/server-sentences'
import { writePrometheus } from '@fieldwatch/contract/telemetry/prometheus-door'
import type { FastifyRequest } from 'fastify'
import { setImmediate } from 'node:timers/promises'
import { refusedMessage } from '#doors/ingest/decode-message.ts'
import { DOOR_ROUTE, type DoorRequests, type HttpDoor, registerSenders } from '#doors/senders/door-routes.ts'
import type { Sender } from '#doors/senders/identify-sender.ts'
import { recordByUnit } from '#doors/senders/record-by-unit.ts'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import { addSendingRoute } from '#platform/http/add-route.ts'
import { createBreaks } from '#records/store/breaks.ts'
import { decodeWriteRequest, type SeriesByUnit } from './decode-write-request.ts'
import { unpackSnappy } from './unpack-snappy.ts'

/** What a series and a sample cost between two turns of the event loop, in values of `createBreaks`. */
const SERIES_COST = 200
const SAMPLE_COST = 50

/** The door for remote write 1.0 of Prometheus and its agents. */
export const prometheus: HttpDoor = {
  door: 'prometheus',
  register: (app, parts) =>
    registerSenders(app, parts, (scope, requests) => {
      const decode = async (request: FastifyRequest, { own }: Sender): Promise<SeriesByUnit> => {
        const body = await unpackSnappy(requests.packedBody(request), (bytes) => requests.hold(request, bytes))
        const breaks = createBreaks()
        return decodeWriteRequest(body, {
          own: own?.dataId,
          now: parts.clock(),
          pause: (samples) => breaks.worked(samples === 0 ? SERIES_COST : samples * SAMPLE_COST),
          giveTurn: () => setImmediate(),
        })
      }
      const keepUnreadable = async (request: FastifyRequest, { own }: Sender, error: unknown): Promise<void> => {
        if (own === undefined || !isDomainError(error) || error.code !== 'record/packet-invalid') return
        await parts.record('prometheus', own, unreadable(requests, request, error))
      }
      addSendingRoute(scope, writePrometheus, { ...DOOR_ROUTE, isForeign: true }, async ({ request, reply }) => {
        requireFormat(request)
        const sender = requests.get(request)
        const messages = await decode(request, sender).catch(async (error: unknown) => {
          await keepUnreadable(request, sender, error)
          throw error
        })
        await recordByUnit({ ...parts, door: 'prometheus', sender, messages })
        void reply.code(204).send()
      })
    }),
}

const CONTENT_TYPE = /^application\/x-protobuf\s*(?:;\s*proto="?prometheus\.WriteRequest"?\s*)?$/i

/**
 * A message of remote write 2.0 has another content type: its sender is to use 1.0.
 * @throws DomainError request/unsupported-media-type
 */
function requireFormat({ headers }: FastifyRequest): void {
  const isSnappy = headers['content-encoding']?.trim().toLowerCase() === 'snappy'
  if (isSnappy && CONTENT_TYPE.test(headers['content-type']?.trim() ?? '')) return
  throw new DomainError('request/unsupported-media-type', {
    message: say('answers.door.prometheus.format'),
  })
}

/** How many bytes of a body are kept, each as two digits. */
const KEPT_BYTES = 2048

function unreadable(requests: DoorRequests, request: FastifyRequest, { code, message }: DomainError) {
  const beginning = requests.packedBody(request).toString('hex', 0, KEPT_BYTES)
  return refusedMessage('', { code, message }, Buffer.from(beginning))
}
