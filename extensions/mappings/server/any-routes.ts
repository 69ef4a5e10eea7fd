import { say } from './say.ts'
import { isUtf8 } from 'node:buffer'
import { ingestAny } from '../contract/any-door.ts'
import { isAnyTopic, MAX_TOPIC_LENGTH, MOST_LEVELS } from '../contract/topic-pattern.ts'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance } from 'fastify'
import { storable } from '@fieldwatch/server/doors/ingest/decode-message'
import { isAcceptedType, receiveBodies } from '@fieldwatch/server/doors/ingest/body-routes'
import type { Senders } from '@fieldwatch/server/doors/senders/identify-sender'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { addSendingRoute, type Call } from '@fieldwatch/server/platform/http/add-route'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import type { ReceiveAny } from './receive-any.ts'

interface Parts {
  readonly senders: Senders
  readonly receive: ReceiveAny
  readonly clock: Clock
}

/** JSON of any shape by HTTP: the path takes the place of the topic. A request is answered after the commit. */
export function registerAnyRoutes(app: FastifyInstance, { senders, receive, clock }: Parts): void {
  void app.register(async (scope) => {
    const sent = receiveBodies(scope, {
      identify: (request) => senders.identify(request),
      limit: MAX_RECORD_BYTES,
      accepts: isAcceptedType,
    })
    const answer = async ({ params, request, reply }: Call<typeof ingestAny>) => {
      const topic = requireTopic(params['*'])
      const payload = textOf(await sent.body(request))
      const details = await receive(sent.get(request), { topic, payload, arrivedAt: clock() })
      void reply.type('application/json').send(JSON.stringify({ status: 'success', details }))
    }
    addSendingRoute(scope, ingestAny, { isForeign: true }, answer)
  })
}

/** @throws DomainError request/invalid */
function requireTopic(path: string): string {
  const topic = storable(path)
  if (isAnyTopic(topic) && topic.length <= MAX_TOPIC_LENGTH && topic.split('/').length <= MOST_LEVELS) return topic
  throw new DomainError('request/invalid', { message: say('mappings.path-levels', { count: MOST_LEVELS }) })
}

/** @throws DomainError record/too-large, record/malformed-json */
function textOf(body: Buffer): string {
  if (body.length > MAX_RECORD_BYTES) throw new DomainError('record/too-large')
  if (!isUtf8(body)) throw new DomainError('record/malformed-json')
  return storable(body.toString())
}
