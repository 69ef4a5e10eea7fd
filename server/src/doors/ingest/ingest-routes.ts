import type { Readable } from 'node:stream'
import { ERROR_STATUS, type ErrorCode } from '@fieldwatch/contract/api/errors'
import {
  ingestSource,
  ingestUnit,
  type IngestVerdict,
  MAX_INGEST_BODY_BYTES,
} from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addSendingRoute } from '#platform/http/add-route.ts'
import { failureOf, replyWithError } from '#platform/http/error-reply.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type BodyBudget, createBodyBudget, type HeldBody } from './body-budget.ts'
import { refusedMessage } from './decode-message.ts'
import { type Origin, sentBy } from './ingest-batch.ts'
import { type Recorder, recordMessage } from './record-batch.ts'
import { readBody } from './read-body.ts'
import { isAcceptedType, unpackBody } from './request-body.ts'
import type { KnownUnit } from './unit-authenticator.ts'
import type { IdentifyUnit } from './identify-unit.ts'
import type { MqttListener } from './mqtt-listener.ts'

interface Dependencies {
  identifyUnit: IdentifyUnit
  recorder: Recorder
  clock: Clock
  bodies?: BodyBudget
}

/** Failures of a request as a whole that are kept as rejected messages. */
const KEPT: ReadonlySet<ErrorCode> = new Set(['request/too-large', 'request/unsupported-media-type', 'request/invalid'])

/** What units send by HTTP. A request is answered when its records are committed. */
export function registerIngestRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { identifyUnit, recorder, clock, bodies = createBodyBudget() } = dependencies
  void app.register(async (scope) => {
    const units = new WeakMap<FastifyRequest, KnownUnit>()
    const held = new WeakMap<FastifyRequest, HeldBody>()
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
      if (!isAcceptedType(request.headers['content-type'])) throw new DomainError('request/unsupported-media-type')
      const length = Number(request.headers['content-length'])
      const announced = Number.isNaN(length) ? undefined : length
      return readBody(payload, {
        announced,
        limit: MAX_INGEST_BODY_BYTES,
        hold: (bytes) => held.get(request)?.hold(bytes),
      })
    })

    scope.addHook('onRequest', async (request, reply) => {
      const { dataID } = request.params as { dataID: string }
      const unit = await identifyUnit(request, dataID)
      units.set(request, unit)
      const body = bodies.open(unit.dataId)
      held.set(request, body)
      reply.raw.once('close', body.release)
    })

    scope.setErrorHandler(async (error, request, reply) => {
      const unit = units.get(request)
      const { code, message } = failureOf(error)
      if (unit !== undefined && KEPT.has(code)) {
        const { source = '' } = request.params as { source?: string }
        const reason = message === undefined ? { code } : { code, message }
        await recorder.recordBatch({ ...origin(unit), ...refusedMessage(source, reason, Buffer.alloc(0)) })
      }
      replyWithError(error, request, reply)
      return reply
    })

    const options = { bodyLimit: MAX_INGEST_BODY_BYTES }
    addSendingRoute(scope, ingestSource, options, async ({ params, request, reply }) => {
      const body = await bodyOf(request, held.get(request))
      const unit = unitOf(request)
      sendVerdict(reply, await recordMessage(dependencies, { ...origin(unit), body, source: params.source }))
    })
    addSendingRoute(scope, ingestUnit, options, async ({ request, reply }) => {
      const body = await bodyOf(request, held.get(request))
      const unit = unitOf(request)
      sendVerdict(reply, await recordMessage(dependencies, { ...origin(unit), body, source: undefined }))
    })

    function unitOf(request: FastifyRequest): KnownUnit {
      const unit = units.get(request)
      if (unit === undefined) throw new DomainError('unit/invalid-token')
      return unit
    }

    function origin(unit: KnownUnit): Origin {
      return sentBy(unit, { channel: 'http', arrivedAt: clock() })
    }
  })
}

function bodyOf(request: FastifyRequest, held: HeldBody | undefined): Promise<Buffer> {
  const { body, headers } = request
  const packed = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  return unpackBody(packed, headers['content-encoding'], (bytes) => held?.hold(bytes))
}

/** A message without any valid record is answered with a failure that has the verdicts too. */
function sendVerdict(reply: FastifyReply, verdict: IngestVerdict): void {
  const [first] = verdict.details.refused
  if (verdict.status !== 'error' || first === undefined) {
    void reply.type('application/json').send(JSON.stringify(verdict))
    return
  }
  const statusCode = ERROR_STATUS[first.code]
  reply.request.failureCode = first.code
  const failure = { statusCode, status: 'error', code: first.code, message: first.message }
  void reply
    .code(statusCode)
    .type('application/json')
    .send(JSON.stringify({ ...failure, details: verdict.details }))
}

/** MQTT over WebSocket on the port of the HTTP application. */
export function registerMqttRoutes(app: FastifyInstance, { mqtt }: { mqtt: MqttListener }): void {
  mqtt.attach(app.server)
  app.addHook('preClose', async () => mqtt.closeWebSockets())
}
