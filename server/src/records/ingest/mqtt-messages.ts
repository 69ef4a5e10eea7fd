import { topics } from '@fieldwatch/contract/ingest'
import type { Aedes, Client, Subscription } from 'aedes'
import type { Logger } from 'pino'
import { type Bus, UNIT_TOPICS } from '#platform/bus/bus.ts'
import type { MqttSessions } from './mqtt-sessions.ts'

interface Dependencies {
  readonly bus: Bus
  readonly sessions: Pick<MqttSessions, 'unitOf' | 'isConnected'>
  readonly log: Logger
}

/** The highest granted QoS; 128 marks a refused subscription. */
const HIGHEST_QOS: number = 2

/**
 * Publishes messages of the bus to the connections of their units at this server, and reports new subscriptions. Returns the way
 * to stop.
 */
export function carryMessages(broker: Aedes, { bus, sessions, log }: Dependencies): () => void {
  broker.on('subscribe', (subscriptions: readonly Subscription[], client: Client) => {
    const dataId = sessions.unitOf(client)?.dataId
    if (dataId === undefined) return
    for (const topic of UNIT_TOPICS) {
      const isNew = subscriptions.some((asked) => asked.topic === topics[topic](dataId) && asked.qos <= HIGHEST_QOS)
      if (isNew) bus.publish('unit-subscribed', { dataId, topic })
    }
  })
  return bus.subscribe('unit-message', ({ dataId, topic, message }) => {
    if (sessions.isConnected(dataId)) publishJson(broker, topics[topic](dataId), message, log)
  })
}

/** Publishes to subscribers at this server. */
export function publishJson(broker: Aedes, topic: string, message: unknown, log: Logger): void {
  const payload = Buffer.from(JSON.stringify(message))
  broker.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, (error) => {
    if (error) log.debug({ err: error, topic }, 'a message to a unit was not sent')
  })
}
