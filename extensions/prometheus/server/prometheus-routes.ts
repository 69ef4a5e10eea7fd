import { say } from './say.ts'
import { writePrometheus } from '../contract/prometheus-door.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setImmediate } from 'node:timers/promises'
import { refusedMessage } from '@fieldwatch/server/doors/ingest/decode-message'
import {
  DOOR_ROUTE,
  type DoorParts,
  type DoorRequests,
  registerSenders,
} from '@fieldwatch/server/doors/senders/door-routes'
import type { Sender } from '@fieldwatch/server/doors/senders/identify-sender'
import { recordByUnit } from '@fieldwatch/server/doors/senders/record-by-unit'
import { DomainError, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { createBreaks } from '@fieldwatch/server/records/store/breaks'
import { decodeWriteRequest, type SeriesByUnit } from './decode-write-request.ts'
import { unpackSnappy } from './unpack-snappy.ts'

/** What a series and a sample cost between two turns of the event loop, in values of `createBreaks`. */
const SERIES_COST = 200
const SAMPLE_COST = 50

/** The door for remote write 1.0 of Prometheus and its agents. */
export function registerPrometheusRoutes(app: FastifyInstance, parts: DoorParts): void {
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
  })
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
    message: say('prometheus.write.format'),
  })
}

/** How many bytes of a body are kept, each as two digits. */
const KEPT_BYTES = 2048

function unreadable(requests: DoorRequests, request: FastifyRequest, { code, message }: DomainError) {
  const beginning = requests.packedBody(request).toString('hex', 0, KEPT_BYTES)
  return refusedMessage('', { code, message }, Buffer.from(beginning))
}
