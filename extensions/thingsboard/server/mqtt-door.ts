import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import { type DecodedMessage, refusedMessage } from '@fieldwatch/server/doors/ingest/decode-message'
import type { DialectConnection, MqttDialect, Publish } from '@fieldwatch/server/doors/ingest/mqtt-dialect'
import type { Recorder } from '@fieldwatch/server/doors/ingest/record-batch'
import type { KnownUnit, UnitAuthenticator } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import { createFindStored } from '@fieldwatch/server/doors/senders/find-stored'
import { createRecordAtDoor } from '@fieldwatch/server/doors/senders/record-at-door'
import { answerQuestion, readQuestion } from './answer-question.ts'
import { createAttributeReader, readAskedKeys } from './attributes.ts'
import { decodeAttributes, decodeTelemetry } from './decode-payload.ts'
import {
  GATEWAY_TOPICS,
  isOfThingsBoard,
  maySubscribe,
  readDeviceTopic,
  readGatewayTopic,
  REQUEST_FILTERS,
  REQUEST_TOPICS,
} from './device-topic.ts'
import { createAttributeStore } from './attribute-store.ts'
import { createChildStore } from './child-store.ts'
import { createGatewayChildren } from './gateway-children.ts'
import { createGatewayDoor } from './gateway-door.ts'
import { createPlaceApart, ownTelemetry } from './place-telemetry.ts'
import { say } from './say.ts'
import { callOfChild, changedAttributes, decodeAnswer, resultOf, toGateway, toRpc } from './rpc-message.ts'

interface Parts extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly reader: RecordReader
  readonly unitAuthenticator: UnitAuthenticator
  readonly recorder: Recorder
}

/** The most characters of a topic that are kept. */
const KEPT_TOPIC = 512

/** ThingsBoard's device and gateway API over MQTT. */
export function createThingsBoardDialect(parts: Parts): MqttDialect {
  const { clock, log } = parts
  const { db } = parts.database.ingest
  const { record } = createRecordAtDoor(parts)
  const readAttributes = createAttributeReader(parts)
  const actions = createAttributeStore(db)
  const children = createGatewayChildren({ ...parts, store: createChildStore(db) })
  const placeApart = createPlaceApart({ findStored: createFindStored(parts), clock })
  const receiveOfGateway = createGatewayDoor({ store, children, readAttributes, actions, placeApart, clock })
  return {
    door: 'thingsboard',
    takes: isOfThingsBoard,
    maySubscribe,
    carriesRequests: (filter) => REQUEST_FILTERS.has(filter),
    receive,
    writeRequest: ({ isSubscribed, carriedAs }, request) => {
      const attributes = changedAttributes(request)
      if (carriedAs !== undefined) return toGateway(isSubscribed, carriedAs, request)
      const call = isSubscribed(GATEWAY_TOPICS.requests) ? callOfChild(request) : undefined
      if (call !== undefined) return { topic: GATEWAY_TOPICS.requests, message: call }
      for (const topics of REQUEST_TOPICS) {
        if (attributes !== undefined && isSubscribed(topics.attributes)) {
          return { topic: topics.attributes, message: attributes, isConfirmedByReceipt: true }
        }
        const topic = `${topics.requests}${request.action_id}`
        if (isSubscribed(topic)) return { topic, message: toRpc(request) }
      }
      return undefined
    },
    onConfirmed: (dataId, request) => {
      noteTaken(dataId, request).catch((error: unknown) =>
        log.warn({ err: error, dataID: dataId }, 'result of a configuration change not stored'),
      )
    },
  }

  async function noteTaken(dataId: DataId, asked: ActionMessage): Promise<void> {
    const unit = await parts.unitAuthenticator.find(dataId)
    if (unit === undefined) return
    const answer = changedAttributes(asked)
    await record('thingsboard', unit, resultOf({ id: asked.action_id, answer, asked }, clock()))
  }

  async function receive(from: DialectConnection, publish: Publish): Promise<void> {
    const { unit } = from
    const ofGateway = readGatewayTopic(publish.topic)
    if (ofGateway !== undefined) return receiveOfGateway(from, publish, ofGateway)
    const topic = readDeviceTopic(publish.topic)
    switch (topic.kind) {
      case 'telemetry':
        return store(unit, publish, await placeApart(ownTelemetry(unit), decodeTelemetry(publish, clock())))
      case 'attributes':
        return store(unit, publish, decodeAttributes(publish, clock()))
      case 'rpc-answer':
        return store(
          unit,
          publish,
          await decodeAnswer(topic.id, publish, {
            findAction: (id) => actions.findAction(unit.dataId, id),
            now: clock(),
          }),
        )
      case 'rpc':
        return from.send(topic.reply, answerQuestion(readQuestion(publish), clock()))
      case 'attribute-request':
        return from.send(
          topic.reply,
          await readAttributes({ dataId: unit.dataId, asked: readAskedKeys(readQuestion(publish)) }),
        )
      case 'unknown':
        return store(unit, publish, refusedMessage('', NO_SUCH_TOPIC, publish.payload))
    }
  }

  async function store(unit: KnownUnit, publish: Publish, message: DecodedMessage): Promise<void> {
    await record('thingsboard', unit, message, publish.topic.slice(0, KEPT_TOPIC))
  }
}

const NO_SUCH_TOPIC = {
  code: 'record/topic-not-allowed',
  message: say('thingsboard.topic'),
} as const
