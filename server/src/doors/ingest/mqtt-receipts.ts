import type { Client, PublishPacket } from 'aedes'
import type { MessageProgress } from '#platform/bus/bus.ts'

/** What a message was sent for. */
type Receipt = number

interface Sent {
  readonly receipt: Receipt
  readonly progress: (progress: MessageProgress) => void
}

/** What aedes keeps to number the packets of a client. A test notices when it is not like this any more. */
type Subscribed = { readonly subscriptions: Readonly<Record<string, { qos: number }>> }
type NumberedClient = Client & Subscribed & { _nextId: number }

const LAST_ID = 65_535
/** Receipts that are remembered of a connection. */
const REMEMBERED = 1_000

/** Knows which messages with a receipt a connection got, and which of them it confirmed. Aedes forgets both for sessions that end. */
export function createMqttReceipts() {
  const byPayload = new WeakMap<Uint8Array, Sent>()
  const sentOn = new WeakMap<Client, Set<Receipt>>()
  const unconfirmed = new WeakMap<Client, Map<number, Sent>>()

  return {
    /** Asks for a receipt, before the message is published. */
    expect: (payload: Uint8Array, sent: Sent): void => {
      byPayload.set(payload, sent)
    },

    /** Whether a connection is to get a packet: one with a receipt only once. */
    mayForward: (client: Client, packet: PublishPacket): boolean => {
      const sent = byPayload.get(packet.payload as Uint8Array)
      if (sent === undefined) return true
      const earlier = sentOn.get(client) ?? new Set<Receipt>()
      sentOn.set(client, earlier)
      if (earlier.has(sent.receipt)) return false
      if (earlier.size >= REMEMBERED) for (const oldest of [...earlier].slice(0, 1)) earlier.delete(oldest)
      earlier.add(sent.receipt)
      const numbered = client as NumberedClient
      if ((grantedQos(numbered, packet.topic) ?? 0) === 0) {
        sent.progress('sent-once')
        return true
      }
      packet.messageId = takeId(numbered)
      const waiting = unconfirmed.get(client) ?? new Map<number, Sent>()
      unconfirmed.set(client, waiting)
      waiting.set(packet.messageId, sent)
      sent.progress('sent')
      return true
    },

    /** A connection has confirmed the packet with a number. */
    confirm: (client: Client, messageId: number): void => {
      const waiting = unconfirmed.get(client)
      const sent = waiting?.get(messageId)
      waiting?.delete(messageId)
      sent?.progress('confirmed')
    },
  }
}

export type MqttReceipts = ReturnType<typeof createMqttReceipts>

/** The QoS with which a connection subscribed to a topic, or to it with `+` as its last level; undefined when it did not. */
export function grantedQos(client: Client, topic: string): number | undefined {
  const { subscriptions } = client as Client & Subscribed
  return (subscriptions[topic] ?? subscriptions[`${topic.slice(0, topic.lastIndexOf('/') + 1)}+`])?.qos
}

/** All that a connection subscribed to. */
export function listFilters(client: Client): string[] {
  return Object.keys((client as Client & Subscribed).subscriptions)
}

function takeId(client: NumberedClient): number {
  const id = client._nextId
  client._nextId = id >= LAST_ID ? 1 : id + 1
  return id
}
