import { type ActionMessage, LONGEST_WAIT_SECONDS } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import {
  getDeviceAttributes,
  pollDeviceAttributes,
  pollDeviceRpc,
  sendDeviceAttributes,
  sendDeviceQuestion,
  sendDeviceRpcAnswer,
  sendDeviceTelemetry,
} from '../contract/device-endpoints.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { identifyFirst } from '@fieldwatch/server/platform/http/identify-first'
import { untilGone } from '@fieldwatch/server/platform/http/until-gone'
import { type DecodedMessage, refusedMessage } from '@fieldwatch/server/doors/ingest/decode-message'
import { keepFailures, sendIfRefused } from '@fieldwatch/server/doors/ingest/body-routes'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { Senders } from '@fieldwatch/server/doors/senders/identify-sender'
import type { RecordAtDoor } from '@fieldwatch/server/doors/senders/record-at-door'
import type { FindStored } from '@fieldwatch/server/doors/senders/time-slots'
import { answerQuestion, readQuestion } from './answer-question.ts'
import type { AttributeStore } from './attribute-store.ts'
import { type ReadAttributes, readAskedKeys } from './attributes.ts'
import { decodeAttributes, decodeTelemetry, type Payload } from './decode-payload.ts'
import { createPlaceApart, ownTelemetry } from './place-telemetry.ts'
import { changedAttributes, decodeAnswer, readRequestId, resultOf, toRpc } from './rpc-message.ts'

/** Hands requests out to devices that ask. */
export interface RequestPolls {
  readonly poll: (asked: {
    dataId: DataId
    waitSeconds: number
    after: undefined
    firstOf: (message: ActionMessage) => boolean
    signal: AbortSignal
  }) => Promise<readonly ActionMessage[]>
}

interface Parts extends Pick<Platform, 'clock' | 'log'> {
  readonly senders: Pick<Senders, 'byToken'>
  readonly record: RecordAtDoor
  readonly readAttributes: ReadAttributes
  readonly actions: Pick<AttributeStore, 'findAction'>
  readonly findStored: FindStored
  readonly polls: RequestPolls
}

const REQUEST_TIMEOUT = 408
const FOREIGN = { isForeign: true } as const

/** ThingsBoard's device API over HTTP: the token of the unit is a part of the path. */
export function registerThingsBoardRoutes(
  app: FastifyInstance,
  { senders, record, clock, readAttributes, actions, findStored, polls, log }: Parts,
): void {
  const placeApart = createPlaceApart({ findStored, clock })
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_RECORD_BYTES }, (_request, body, done) =>
      done(null, body),
    )

    const units = identifyFirst(scope, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { token } = request.params as { token: string }
      const { own } = await senders.byToken(token, request.ip)
      if (own === undefined) throw new DomainError('unit/invalid-token')
      return own
    })

    keepFailures(scope, units, (unit, reason) =>
      reason.code === 'request/too-large'
        ? record('thingsboard', unit, refusedMessage('', reason, Buffer.alloc(0)))
        : undefined,
    )

    addSendingRoute(scope, sendDeviceTelemetry, FOREIGN, async ({ request, reply }) => {
      const message = decodeTelemetry(payloadOf(request), clock())
      return store(request, reply, await placeApart(ownTelemetry(units.get(request)), message))
    })
    addSendingRoute(scope, sendDeviceAttributes, FOREIGN, ({ request, reply }) =>
      store(request, reply, decodeAttributes(payloadOf(request), clock())),
    )
    addSendingRoute(scope, sendDeviceRpcAnswer, FOREIGN, async ({ params, request, reply }) => {
      const findAction = (id: number) => actions.findAction(units.get(request).dataId, id)
      const parts = { findAction, now: clock() }
      return store(request, reply, await decodeAnswer(readRequestId(params.id), payloadOf(request), parts))
    })
    addSendingRoute(scope, sendDeviceQuestion, FOREIGN, async ({ request, reply }) => {
      send(reply, answerQuestion(readQuestion(payloadOf(request)), clock()))
    })
    addSendingRoute(scope, getDeviceAttributes, FOREIGN, async ({ query, request, reply }) => {
      send(
        reply,
        await readAttributes({ dataId: units.get(request).dataId, asked: readAskedKeys(query) }, untilGone(reply)),
      )
    })
    addSendingRoute(scope, pollDeviceRpc, FOREIGN, async ({ query, request, reply }) => {
      const next = await poll(request, reply, query.timeout, (message) => changedAttributes(message) === undefined)
      if (next === undefined) void reply.code(REQUEST_TIMEOUT).send()
      else send(reply, { id: next.action_id, ...toRpc(next) })
    })
    addSendingRoute(scope, pollDeviceAttributes, FOREIGN, async ({ query, request, reply }) => {
      const next = await poll(request, reply, query.timeout, (message) => changedAttributes(message) !== undefined)
      if (next === undefined) {
        void reply.code(REQUEST_TIMEOUT).send()
        return
      }
      const attributes = changedAttributes(next)
      // Devices answer shared attributes in no other way than by taking them.
      reply.raw.once('finish', () => noteTaken(units.get(request), next, attributes))
      send(reply, attributes)
    })

    /** Answers as ThingsBoard does: nothing when something was stored, 400 when all was refused. */
    async function store(request: FastifyRequest, reply: FastifyReply, message: DecodedMessage): Promise<void> {
      const verdict = await record('thingsboard', units.get(request), message)
      if (!sendIfRefused(reply, verdict)) void reply.code(200).send()
    }

    async function poll(
      request: FastifyRequest,
      reply: FastifyReply,
      timeout: number,
      firstOf: (message: ActionMessage) => boolean,
    ): Promise<ActionMessage | undefined> {
      const { dataId } = units.get(request)
      const waitSeconds = Math.min(timeout / 1000, LONGEST_WAIT_SECONDS)
      const [next] = await polls.poll({ dataId, waitSeconds, after: undefined, firstOf, signal: untilGone(reply) })
      return next
    }
  })

  function noteTaken(unit: KnownUnit, asked: ActionMessage, answer: unknown): void {
    record('thingsboard', unit, resultOf({ id: asked.action_id, answer, asked }, clock())).catch((error: unknown) =>
      log.warn({ err: error, dataID: unit.dataId }, 'result of a configuration change not stored'),
    )
  }
}

function payloadOf({ body }: FastifyRequest): Payload {
  const payload = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  return { payload, bytes: payload.length }
}

function send(reply: FastifyReply, value: unknown): void {
  void reply.type('application/json').send(JSON.stringify(value))
}
