import type { Metrics } from '#platform/metrics/metrics.ts'
import { groupEvents, type Sent, writeLastPacket, writePacket } from './packet.ts'
import type { Transport } from './transport.ts'

interface Dependencies {
  /** The name of this server. */
  readonly server: string
  readonly transport: Transport
  /** Whether any server would receive it. */
  readonly isHeard: () => boolean
  readonly metrics: Metrics
}

/** The most events that wait for the transport; beyond, they are lost. */
const MOST_WAITING = 20_000

/** Sends the events of this server in numbered packets. */
export function createPacketSender({ server, transport, isHeard, metrics }: Dependencies) {
  let waiting: Sent[] = []
  let number = 0
  let sending: Promise<void> | undefined

  return {
    add: (sent: Sent): void => {
      // Kept until the next packet, thousands of events a second would outlive young objects.
      if (!isHeard()) return lose()
      waiting.push(sent)
      if (waiting.length > MOST_WAITING) lose()
      sending ??= send()
    },

    /** Says that this server is there, and how far it is. */
    beat: (): void => {
      void transport.send([writePacket(server, number, [])])
    },

    /** Resolves when nothing is being sent. */
    settled: async () => sending,

    /** Says that this server ends. */
    sendLast: (): Promise<void> => transport.send([writeLastPacket(server, number)]),
  }

  /** Sends all that waits; what comes in the meantime goes together. */
  async function send(): Promise<void> {
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      if (!isHeard()) {
        lose()
        break
      }
      const groups = groupEvents(waiting, transport.mostBytes())
      waiting = []
      const packets: string[] = []
      for (const group of groups) {
        number += 1
        if (group === undefined) continue
        metrics.busEvents.inc({ direction: 'sent' }, group.length)
        packets.push(writePacket(server, number, group))
      }
      await transport.send(packets)
    }
    sending = undefined
  }

  /** The others detect a gap with the next packet. */
  function lose(): void {
    waiting = []
    number += 1
  }
}
