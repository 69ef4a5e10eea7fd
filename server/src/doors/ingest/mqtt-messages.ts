import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import type { Aedes, Client, Subscription } from 'aedes'
import type { Logger } from 'pino'
import { type MessageProgress, UNIT_TOPICS } from '#platform/bus/bus.ts'
import type { Platform } from '#platform/floor.ts'
import type { DialectMessage, MqttDialect } from './mqtt-dialect.ts'
import { grantedQos, listFilters, type MqttReceipts } from './mqtt-receipts.ts'
import type { MqttSessions } from './mqtt-sessions.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  readonly sessions: Pick<MqttSessions, 'unitOf' | 'isConnected' | 'clientsOf' | 'carriersOf' | 'carriedBy'>
  readonly receipts: MqttReceipts
  readonly dialects: readonly MqttDialect[]
}

/** The highest granted QoS; 128 marks a refused subscription. */
const HIGHEST_QOS: number = 2

/**
 * Publishes messages of the bus to the connections of their units at this server, and reports new subscriptions. Returns the way
 * to stop.
 */
export function carryMessages(broker: Aedes, { bus, sessions, receipts, dialects, log }: Dependencies): () => void {
  broker.on('subscribe', (subscriptions: readonly Subscription[], client: Client) => {
    const dataId = sessions.unitOf(client)?.dataId
    if (dataId === undefined) return
    for (const topic of UNIT_TOPICS) {
      const isNew = subscriptions.some((asked) => asked.topic === topics[topic](dataId) && asked.qos <= HIGHEST_QOS)
      if (isNew) bus.publish('unit-subscribed', { dataId, topic })
    }
    const hasFilter = subscriptions.some(
      ({ topic, qos }) => qos <= HIGHEST_QOS && dialects.some(({ carriesRequests }) => carriesRequests(topic)),
    )
    if (!hasFilter) return
    for (const reached of [dataId, ...sessions.carriedBy(client)])
      bus.publish('unit-subscribed', { dataId: reached, topic: 'actions' })
  })
  return bus.subscribe('unit-message', ({ dataId, topic, message, receipt }) => {
    if (!sessions.isConnected(dataId)) return
    const payload = encode(message)
    if (receipt !== undefined) {
      const progress = (reached: MessageProgress): void =>
        bus.publish('unit-message-progress', { dataId, topic, receipt, progress: reached, door: 'mqtt' })
      receipts.expect(payload, { receipt, progress })
    }
    publish(broker, topics[topic](dataId), payload, log)
    if (topic === 'actions') writeToOthers(dataId, message as ActionMessage, receipt)
  })

  /** Sends a request to the connections that speak another protocol. */
  function writeToOthers(dataId: DataId, request: ActionMessage, receipt: number | undefined): void {
    const own = sessions.clientsOf(dataId).map((client) => ({ client, carriedAs: undefined }))
    const carried = sessions.carriersOf(dataId).map(([client, carriedAs]) => ({ client, carriedAs }))
    const written = [...own, ...carried].filter((to) => writeRequest(dataId, to, request, receipt))
    if (receipt === undefined || written.length > 0) return
    const listens = own.some(({ client }) => grantedQos(client, topics.actions(dataId)) !== undefined)
    // A device may have subscribed to changes of its configuration alone: those do not wait behind other requests.
    if (!listens && [...own, ...carried].some(({ client }) => takesSomeRequests(client)))
      bus.publish('unit-message-progress', { dataId, topic: 'actions', receipt, progress: 'not-taken', door: 'mqtt' })
  }

  function takesSomeRequests(client: Client): boolean {
    return listFilters(client).some((filter) => dialects.some(({ carriesRequests }) => carriesRequests(filter)))
  }

  /** Whether the connection subscribed to what carries the request. */
  function writeRequest(
    dataId: DataId,
    { client, carriedAs }: { readonly client: Client; readonly carriedAs: string | undefined },
    request: ActionMessage,
    receipt: number | undefined,
  ): boolean {
    const isSubscribed = (topic: string): boolean => grantedQos(client, topic) !== undefined
    let isWritten = false
    for (const dialect of dialects) {
      const written = dialect.writeRequest({ isSubscribed, carriedAs }, request)
      if (written === undefined) continue
      isWritten = true
      const payload = encode(written.message)
      if (receipt !== undefined) {
        const progress = (reached: MessageProgress): void => {
          const { door } = dialect
          bus.publish('unit-message-progress', { dataId, topic: 'actions', receipt, progress: reached, door })
          if (reached === 'confirmed' && written.isConfirmedByReceipt === true) dialect.onConfirmed(dataId, request)
        }
        receipts.expect(payload, { receipt, progress })
      }
      publishTo(client, written.topic, payload, log)
    }
    return isWritten
  }
}

/** Sends a JSON value to one connection, if it subscribed to the topic. */
export function sendJson(client: Client, { topic, message }: DialectMessage, log: Logger): void {
  publishTo(client, topic, encode(message), log)
}

function publishTo(client: Client, topic: string, payload: Buffer, log: Logger): void {
  const qos = grantedQos(client, topic)
  if (qos === undefined) return
  const packet = { cmd: 'publish', topic, payload, qos: qos === 0 ? 0 : 1, dup: false, retain: false } as const
  client.publish(packet, (error) => {
    if (error) log.debug({ err: error, topic }, 'sending a message to a unit failed')
  })
}

/** Publishes to subscribers at this server. */
export function publishJson(broker: Aedes, topic: string, message: unknown, log: Logger): void {
  publish(broker, topic, encode(message), log)
}

function encode(message: unknown): Buffer {
  return Buffer.from(JSON.stringify(message))
}

function publish(broker: Aedes, topic: string, payload: Buffer, log: Logger): void {
  broker.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, (error) => {
    if (error) log.debug({ err: error, topic }, 'sending a message to a unit failed')
  })
}
