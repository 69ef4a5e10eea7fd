import type { Logger } from 'pino'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { type Bus, createInProcessBus } from './bus.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createPacketSender } from './packet-sender.ts'
import { readPacket, type Sent } from './packet.ts'
import { BEAT_MS, createPeers, type News } from './peers.ts'
import type { StartTransport } from './transport.ts'
import { readEvent, type SentEvent, TRAVELLING } from './travelling-events.ts'

interface Dependencies {
  /** The name of this server. */
  readonly server: string
  readonly start: StartTransport
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
  /** Called when the first other server is discovered. */
  readonly onCompany?: () => void
}

export interface TravellingBus extends Bus {
  /** The names of the other servers that run, by their leases: one that is silent may have published events that were lost. */
  readonly expect: (servers: readonly string[]) => void
  readonly close: () => Promise<void>
}

const LOOK_MS = 250

/**
 * A bus between servers. Listeners of this server are called at once, those of others by a transport, which may lose messages: packets
 * are numbered, and servers send a heartbeat with their last number twice a second. After a gap or a silence, listeners get
 * `messages-missed`, repeatedly while it lasts.
 */
export function createTravellingBus({ server, start, clock, metrics, log, onCompany }: Dependencies): TravellingBus {
  const local = createInProcessBus(log)
  const peers = createPeers()
  const now = (): number => performance.now()
  let lookedAt = now()
  let hasCompany = false
  let closed = false
  const transport = start((message) => {
    try {
      receive(message)
    } catch (error) {
      log.error({ err: error }, 'bus packet could not be read')
    }
  })
  const packets = createPacketSender({ server, transport, isHeard: () => peers.areThere(), metrics })
  const beating = setInterval(packets.beat, BEAT_MS)
  const looking = setInterval(look, LOOK_MS)
  packets.beat()

  return {
    publish: (kind, event) => {
      local.publish(kind, event)
      if (TRAVELLING[kind] === undefined || closed) return
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
    const read = packet.events.map((event) => readEvent(event, clock()))
    const { missed, ...heard } = peers.hear(packet.from, packet.number, { hasEvents, at: now() })
    notify({ ...heard, missed: missed || read.includes('malformed') })
    for (const sent of read) if (typeof sent !== 'string') handOver(sent)
    if (packet.stops === true) peers.leave(packet.from)
  }

  function handOver({ kind, event }: SentEvent): void {
    metrics.busEvents.inc({ direction: 'received' })
    local.publish(kind, event)
  }

  function look(): void {
    const at = now()
    const wasHeldUp = at - lookedAt > 2 * LOOK_MS
    lookedAt = at
    // After a pause of this process, what the others sent in the meantime is still to be read.
    if (!wasHeldUp) notify(peers.look(at))
    metrics.busPeers.set(peers.count())
  }

  function notify({ missed, silent, heard }: News): void {
    if (silent.length > 0) log.warn({ servers: silent }, 'servers do not respond on the bus')
    if (heard.length > 0) log.info({ servers: heard }, 'servers respond on the bus again')
    if (heard.length > 0 && !hasCompany) {
      hasCompany = true
      onCompany?.()
    }
    if (!missed) return
    metrics.busMissed.inc()
    local.publish('messages-missed', {})
  }
}
