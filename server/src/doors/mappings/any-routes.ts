import { say } from '@fieldwatch/messages/server-sentences'
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { ingestAny } from '@fieldwatch/contract/mappings/any-door'
import { isAnyTopic, MAX_TOPIC_LENGTH, MOST_LEVELS } from '@fieldwatch/contract/mappings/topic-pattern'
import { MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { storable } from '#doors/ingest/decode-message.ts'
import { readBody } from '#doors/ingest/read-body.ts'
import { isAcceptedType, unpackBody } from '#doors/ingest/request-body.ts'
import { identifyFirst } from '#doors/senders/body-routes.ts'
import type { Senders } from '#doors/senders/identify-sender.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addSendingRoute, type Call } from '#platform/http/add-route.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { ReceiveAny } from './receive-any.ts'

interface Parts {
  readonly senders: Senders
  readonly receive: ReceiveAny
  readonly clock: Clock
}

/** JSON of any shape by HTTP: the path takes the place of the topic. A request is answered after the commit. */
export function registerAnyRoutes(app: FastifyInstance, { senders, receive, clock }: Parts): void {
  void app.register(async (scope) => {
    const senderOf = identifyFirst(scope, senders)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
      if (!isAcceptedType(request.headers['content-type'])) throw new DomainError('request/unsupported-media-type')
      const length = Number(request.headers['content-length'])
      return readBody(payload, { announced: Number.isNaN(length) ? undefined : length, limit: MAX_RECORD_BYTES })
    })

    const answer = async ({ params, request, reply }: Call<typeof ingestAny>) => {
      const topic = requireTopic(params['*'])
      const payload = textOf(await bodyOf(request))
      const details = await receive(senderOf(request), { topic, payload, arrivedAt: clock() })
      void reply.type('application/json').send(JSON.stringify({ status: 'success', details }))
    }
    addSendingRoute(scope, ingestAny, { isForeign: true }, answer)
  })
}

function bodyOf({ body, headers }: FastifyRequest): Promise<Buffer> {
  return unpackBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers['content-encoding'])
}

/** @throws DomainError request/invalid */
function requireTopic(path: string): string {
  const topic = storable(path)
  if (isAnyTopic(topic) && topic.length <= MAX_TOPIC_LENGTH && topic.split('/').length <= MOST_LEVELS) return topic
  throw new DomainError('request/invalid', { message: say('answers.door.path', { count: MOST_LEVELS }) })
}

/** @throws DomainError record/too-large, record/malformed-json */
function textOf(body: Buffer): string {
  if (body.length > MAX_RECORD_BYTES) throw new DomainError('record/too-large')
  if (!isUtf8(body)) throw new DomainError('record/malformed-json')
  return storable(body.toString())
}
