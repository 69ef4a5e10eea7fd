import type { Logger } from 'pino'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { type Bus, createInProcessBus, TRAVELS } from './bus.ts'
import { createPacketSender } from './packet-sender.ts'
import { type Packet, readPacket, type Sent } from './packet.ts'
import { BEAT_MS, createPeers, type News } from './peers.ts'
import type { StartTransport } from './transport.ts'

interface Dependencies {
  /** The name of this server. */
  readonly server: string
  readonly start: StartTransport
  readonly metrics: Metrics
  readonly log: Logger
  /** Called when the first other server is heard of. */
  readonly onCompany?: () => void
}

export interface TravellingBus extends Bus {
  /** The names of the other servers that run, by their leases: one of them that is not heard of may have told something. */
  readonly expect: (servers: readonly string[]) => void
  readonly close: () => Promise<void>
}

const LOOK_MS = 250

/**
 * A bus between servers. Listeners of this server are called at once, those of others by a transport, which may lose messages: packets
 * are numbered, and servers say twice a second that they are there and how far they are. Whoever hears of a gap, or nothing, is told
 * `messages-missed`, again and again while it lasts.
 */
export function createTravellingBus({ server, start, metrics, log, onCompany }: Dependencies): TravellingBus {
  const local = createInProcessBus(log)
  const peers = createPeers()
  const now = (): number => performance.now()
  let lookedAt = now()
  let hasCompany = false
  let closed = false
  const transport = start(receive)
  const packets = createPacketSender({ server, transport, isHeard: () => peers.areThere(), metrics })
  const beating = setInterval(packets.beat, BEAT_MS)
  const looking = setInterval(look, LOOK_MS)
  packets.beat()

  return {
    publish: (kind, event) => {
      local.publish(kind, event)
      if (!TRAVELS[kind] || closed) return
      packets.add([kind, event] as unknown as Sent)
    },
    subscribe: (kind, listener) => local.subscribe(kind, listener),
    expect: (servers) =>
      peers.list(
        servers.filter((name) => name !== server),
        now(),
      ),
    close: async () => {
      clearInterval(beating)
      clearInterval(looking)
      await packets.settled()
      closed = true
      await packets.sendLast()
      await transport.close()
    },
  }

  function receive(message: string): void {
    const packet = readPacket(message)
    if (packet === undefined || packet.from === server || closed) return
    const hasEvents = packet.events.length > 0
    const isOld = peers.isOld(packet.from, packet.number)
    tell(peers.hear(packet.from, packet.number, { hasEvents, at: now() }))
    for (const sent of isOld ? [] : packet.events) handOver(sent)
    if (packet.stops === true) peers.leave(packet.from)
  }

  /** A newer version may send kinds that this one does not know. */
  function handOver(sent: Packet['events'][number]): void {
    const [kind, event] = sent
    if (!Object.hasOwn(TRAVELS, kind) || !TRAVELS[kind]) return
    metrics.busEvents.inc({ direction: 'received' })
    local.publish(kind, event)
  }

  function look(): void {
    const at = now()
    const wasHeldUp = at - lookedAt > 2 * LOOK_MS
    lookedAt = at
    // After a pause of this process, what the others sent meanwhile is still to be read.
    if (!wasHeldUp) tell(peers.look(at))
    metrics.busPeers.set(peers.count())
  }

  function tell({ missed, silent, heard }: News): void {
    if (silent.length > 0) log.warn({ servers: silent }, 'servers are not heard of on the bus')
    if (heard.length > 0) log.info({ servers: heard }, 'servers are heard of on the bus')
    if (heard.length > 0 && !hasCompany) {
      hasCompany = true
      onCompany?.()
    }
    if (!missed) return
    metrics.busMissed.inc()
    local.publish('messages-missed', {})
  }
}
