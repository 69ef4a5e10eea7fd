import type { Logger } from 'pino'
import type { Clock } from '#platform/time/clock.ts'
import { type DecodedMessage, refusedMessage } from '../ingest/decode-message.ts'
import type { DialectConnection, MqttDialect } from '../ingest/mqtt-dialect.ts'
import type { Publish } from '../ingest/receive-publish.ts'
import type { KnownUnit } from '../ingest/unit-authenticator.ts'
import type { RecordAtDoor } from '../senders/record-at-door.ts'
import { answerQuestion, readQuestion } from './answer-question.ts'
import { type ReadAttributes, readAskedKeys } from './attributes.ts'
import { decodeAttributes, decodeTelemetry } from './decode-payload.ts'
import { FILTERS, isOfThingsBoard, readDeviceTopic, REQUEST_FILTERS, REQUEST_TOPICS } from './device-topic.ts'
import { changedAttributes, decodeAnswer, resultOf, toRpc } from './rpc-message.ts'

interface Parts {
  readonly record: RecordAtDoor
  readonly readAttributes: ReadAttributes
  readonly clock: Clock
  readonly log: Logger
}

/** The most characters of a topic that are kept. */
const KEPT_TOPIC = 512

/** ThingsBoard's device API over MQTT. */
export function createMqttDoor({ record, readAttributes, clock, log }: Parts): MqttDialect {
  return {
    takes: isOfThingsBoard,
    maySubscribe: (filter) => FILTERS.has(filter),
    carriesRequests: (filter) => REQUEST_FILTERS.has(filter),
    receive,
    writeRequest: ({ isSubscribed }, request) => {
      const attributes = changedAttributes(request)
      for (const topics of REQUEST_TOPICS) {
        if (attributes !== undefined && isSubscribed(topics.attributes)) {
          return { topic: topics.attributes, message: attributes, isConfirmedByReceipt: true }
        }
        const topic = `${topics.requests}${request.action_id}`
        if (isSubscribed(topic)) return { topic, message: toRpc(request) }
      }
      return undefined
    },
    onConfirmed: (unit, request) => {
      const answer = changedAttributes(request)
      store(unit, undefined, resultOf({ id: request.action_id, answer }, clock())).catch((error: unknown) =>
        log.warn({ err: error, dataID: unit.dataId }, 'result of a configuration change not stored'),
      )
    },
  }

  async function receive(from: DialectConnection, publish: Publish): Promise<void> {
    const { unit } = from
    const topic = readDeviceTopic(publish.topic)
    switch (topic.kind) {
      case 'telemetry':
        return store(unit, publish, decodeTelemetry(publish, clock()))
      case 'attributes':
        return store(unit, publish, decodeAttributes(publish, clock()))
      case 'rpc-answer':
        return store(unit, publish, decodeAnswer(topic.id, publish, clock()))
      case 'rpc':
        return from.send(topic.reply, answerQuestion(readQuestion(publish), clock()))
      case 'attribute-request':
        return from.send(topic.reply, await readAttributes(unit.dataId, readAskedKeys(readQuestion(publish))))
      case 'unknown':
        return store(unit, publish, refusedMessage('', NO_SUCH_TOPIC, publish.payload))
    }
  }

  async function store(unit: KnownUnit, publish: Publish | undefined, message: DecodedMessage): Promise<void> {
    await record('thingsboard', unit, message, publish?.topic.slice(0, KEPT_TOPIC))
  }
}

const NO_SUCH_TOPIC = {
  code: 'record/topic-not-allowed',
  message: 'There is no such topic in the ThingsBoard device API.',
} as const
