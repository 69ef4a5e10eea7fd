import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { ingestSource, ingestUnit, MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addSendingRoute } from '#platform/http/add-route.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { BodyBudget } from './body-budget.ts'
import type { IdentifyUnit } from './identify-unit.ts'
import type { MqttListener } from './mqtt-listener.ts'
import { isAcceptedType, keepFailures, receiveBodies, sendIfRefused } from './body-routes.ts'
import { type Recorder, recordMessage } from './record-batch.ts'

interface Dependencies {
  identifyUnit: IdentifyUnit
  recorder: Recorder
  clock: Clock
  bodies: BodyBudget
}

/** Failures of a request as a whole that are kept as rejected messages. */
const KEPT: ReadonlySet<ErrorCode> = new Set(['request/too-large', 'request/unsupported-media-type', 'request/invalid'])

/** What units send by HTTP. A request is answered when its records are committed. */
export function registerIngestRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { identifyUnit, bodies } = dependencies
  void app.register(async (scope) => {
    const sent = receiveBodies(scope, {
      identify: (request) => identifyUnit(request, (request.params as { dataID: string }).dataID),
      open: ({ dataId }) => bodies.open(dataId),
      limit: MAX_INGEST_BODY_BYTES,
      accepts: isAcceptedType,
    })
    keepFailures(scope, sent, (unit, reason, { params }) => {
      const { source = '' } = params as { source?: string }
      if (!KEPT.has(reason.code)) return undefined
      return recordMessage(dependencies, unit, { channel: 'http', source, body: Buffer.alloc(0), refused: reason })
    })

    const options = { bodyLimit: MAX_INGEST_BODY_BYTES }
    addSendingRoute(scope, ingestSource, options, ({ params, request, reply }) =>
      receive(request, reply, params.source),
    )
    addSendingRoute(scope, ingestUnit, options, ({ request, reply }) => receive(request, reply, undefined))

    async function receive(request: FastifyRequest, reply: FastifyReply, source: string | undefined): Promise<void> {
      const body = await sent.body(request)
      const verdict = await recordMessage(dependencies, sent.get(request), { channel: 'http', body, source })
      if (sendIfRefused(reply, verdict, { details: verdict.details })) return
      void reply.type('application/json').send(JSON.stringify(verdict))
    }
  })
}

/** MQTT over WebSocket on the port of the HTTP application. */
export function registerMqttRoutes(app: FastifyInstance, { mqtt }: { mqtt: MqttListener }): void {
  mqtt.attach(app.server)
  app.addHook('preClose', async () => mqtt.closeWebSockets())
}
