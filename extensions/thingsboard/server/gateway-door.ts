import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import {
  type DecodedMessage,
  emptyMessage,
  excerptOf,
  type Reason,
  refuse,
  refusedMessage,
} from '@fieldwatch/server/doors/ingest/decode-message'
import type { DialectConnection, Publish } from '@fieldwatch/server/doors/ingest/mqtt-dialect'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { AttributeStore } from './attribute-store.ts'
import { type ReadAttributes, readKeyList } from './attributes.ts'
import { ATTRIBUTE_FORM, attributesOf, readPayload, TELEMETRY_FORMS, telemetryOf } from './decode-payload.ts'
import { GATEWAY_TOPICS, type GatewayTopic } from './device-topic.ts'
import { AT_ONCE, type GatewayChild, type GatewayChildren } from './gateway-children.ts'
import { createTurns } from '@fieldwatch/server/platform/work/turns'
import type { PlaceApart } from './place-telemetry.ts'
import { isObject } from '@fieldwatch/contract/text/json'
import { say } from './say.ts'
import { NO_ID, readRequestId, resultOf } from './rpc-message.ts'

interface Parts {
  readonly store: (unit: KnownUnit, publish: Publish, message: DecodedMessage) => Promise<void>
  readonly children: GatewayChildren
  readonly readAttributes: ReadAttributes
  readonly actions: Pick<AttributeStore, 'findAction'>
  readonly placeApart: PlaceApart
  readonly clock: Clock
}

type Values = Readonly<Record<string, unknown>>

/** What arrived for one child, or why it is refused. */
type ReadChild = (child: GatewayChild) => Promise<DecodedMessage | Reason>

const NOT_AN_OBJECT: Reason = { code: 'record/not-an-object', message: say('thingsboard.gateway') }

/** What a ThingsBoard gateway publishes for the devices behind it. Resolves when the message may be acknowledged. */
export function createGatewayDoor({ store, children, readAttributes, actions, placeApart, clock }: Parts) {
  return async (from: DialectConnection, publish: Publish, topic: GatewayTopic): Promise<void> => {
    const read = readPayload(publish)
    const reason = 'reason' in read ? read.reason : isObject(read.value) ? undefined : NOT_AN_OBJECT
    if (reason !== undefined || 'reason' in read) {
      return store(from.unit, publish, refusedMessage('', reason ?? NOT_AN_OBJECT, publish.payload))
    }
    await receive(from, publish, topic, read.value as Values)
  }

  async function receive(from: DialectConnection, publish: Publish, topic: GatewayTopic, value: Values): Promise<void> {
    switch (topic) {
      case 'telemetry':
        await takeEach(from, publish, value, readTelemetry)
        break
      case 'attributes':
        await takeEach(from, publish, value, readAttributesOf)
        break
      case 'connect':
        await takeOne(from, publish, value, async () => emptyMessage())
        break
      case 'disconnect':
        await disconnect(from, publish, value)
        break
      case 'rpc':
        await takeOne(from, publish, value, (child) => answerOf(child, value, publish))
        break
      case 'attributes/request':
        await takeOne(from, publish, value, (child) => answerQuestion(from, child, value))
    }
  }

  async function readTelemetry(given: unknown, child: GatewayChild): Promise<DecodedMessage | Reason> {
    const source = child.telemetry
    const message = telemetryOf(given, source, clock())
    if (message === undefined) return { code: 'record/not-an-object', message: TELEMETRY_FORMS }
    return placeApart({ dataId: child.unit.dataId, source }, message)
  }

  async function readAttributesOf(given: unknown, child: GatewayChild): Promise<DecodedMessage | Reason> {
    const message = attributesOf(given, child.attributes, clock())
    return message ?? { code: 'record/not-an-object', message: ATTRIBUTE_FORM }
  }

  /** A message with something for each of several children: `{"name": …}`. */
  async function takeEach(
    from: DialectConnection,
    publish: Publish,
    value: Values,
    read: (given: unknown, child: GatewayChild) => Promise<DecodedMessage | Reason>,
  ): Promise<void> {
    const refused = emptyMessage()
    const named = Object.entries(value)
    const found = await children.find(
      from.unit,
      named.map(([name]) => name),
    )
    const turns = createTurns({ atOnce: AT_ONCE })
    const reasons = await Promise.all(
      named.map(async ([name, given], index) => {
        const child = found[index]
        if (child === undefined || 'code' in child) return child
        return turns.run(name, () => takeForChild(from, publish, child, (one) => read(given, one)))
      }),
    )
    for (const [index, [name, given]] of named.entries()) {
      const reason = reasons[index]
      if (reason !== undefined) refuse(refused, name, index, reason, excerptOf(given))
    }
    if (refused.refused.length > 0) await store(from.unit, publish, refused)
  }

  /** A message about one child: `{"device": "name", …}`. */
  async function takeOne(from: DialectConnection, publish: Publish, value: Values, read: ReadChild): Promise<void> {
    const child = await findOne(from.unit, value['device'])
    const reason = 'code' in child ? child : await takeForChild(from, publish, child, read)
    if (reason !== undefined) await store(from.unit, publish, refusedMessage('', reason, publish.payload))
  }

  async function findOne(gateway: KnownUnit, name: unknown): Promise<GatewayChild | Reason> {
    const [child] = await children.find(gateway, [name])
    return child ?? NOT_AN_OBJECT
  }

  /** Returns why it is refused. */
  async function takeForChild(
    from: DialectConnection,
    publish: Publish,
    first: GatewayChild,
    read: ReadChild,
  ): Promise<Reason | undefined> {
    let child = first
    for (let attempt = 1; ; attempt += 1) {
      if (child.isUnit) from.carry(child.unit.dataId, child.name)
      const message = await read(child)
      if ('code' in message) return message
      if (message.records.length + message.refused.length === 0) return undefined
      try {
        await store(child.unit, publish, message)
        return undefined
      } catch (error) {
        // It became a unit, or its unit was deleted, a moment ago. Nothing of the message is stored.
        if (attempt > 1 || !isDomainError(error) || error.code !== 'unit/not-found') throw error
        children.forget(from.unit)
        const again = await findOne(from.unit, child.name)
        if ('code' in again) return again
        child = again
      }
    }
  }

  async function disconnect(from: DialectConnection, publish: Publish, value: Values): Promise<void> {
    const child = await findOne(from.unit, value['device'])
    if ('code' in child) await store(from.unit, publish, refusedMessage('', child, publish.payload))
    else if (child.isUnit) from.letGo(child.unit.dataId)
  }

  async function answerOf(child: GatewayChild, { id: given, data }: Values, publish: Publish): Promise<DecodedMessage> {
    const id = readRequestId(given)
    if (id === undefined) return refusedMessage('', NO_ID, publish.payload)
    return resultOf({ id, answer: data, asked: await actions.findAction(child.unit.dataId, id) }, clock())
  }

  async function answerQuestion(from: DialectConnection, child: GatewayChild, value: Values): Promise<DecodedMessage> {
    from.send(GATEWAY_TOPICS.answers, await attributesFor(child, value))
    return emptyMessage()
  }

  /** A single `key` is answered with its `value`, several `keys` with `values`. */
  async function attributesFor(child: GatewayChild, { id, client, key, keys }: Values): Promise<unknown> {
    const asked = readKeyList({ key, keys })
    const isClient = client === true
    const { client: own = {}, shared = {} } = await readAttributes({
      dataId: child.unit.dataId,
      source: child.attributes,
      asked: { clientKeys: isClient ? asked : undefined, sharedKeys: isClient ? undefined : asked },
    })
    // What was asked of the gateway is no configuration of its children.
    const values = isClient ? own : child.isUnit ? shared : {}
    const found = keys === undefined && typeof key === 'string' ? { value: values[key] } : { values }
    return { id, device: child.name, ...found }
  }
}
