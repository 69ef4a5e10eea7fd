import type { Cluster } from './cluster.ts'
import { within } from './deadline.ts'

export const KINDS = ['server', 'NATS', 'PostgreSQL'] as const
export type VictimKind = (typeof KINDS)[number]

/** What is killed, and started again before the next one is. */
export interface Victim {
  readonly kind: VictimKind
  readonly name: string
  /** `kill -9`. */
  readonly kill: () => Promise<void>
  /** Resolves when it is at work again. */
  readonly start: () => Promise<void>
}

const READY_MS = 30_000

/** Everything of a cluster in the order in which it is killed, over and over. */
export function victimsOf({ servers, nats, postgres, balancer }: Cluster): Victim[] {
  const ofServers = servers.map((server, index): Victim => ({
    kind: 'server',
    name: `server ${index + 1}`,
    kill: server.kill,
    start: async () => {
      await server.start()
      await within(READY_MS, 'the server is ready', () => balancer.isReady(server))
    },
  }))
  const ofNats = nats.map(({ kill, start }, index): Victim => ({
    kind: 'NATS',
    name: `NATS ${index + 1}`,
    kill,
    start,
  }))
  const ofPostgres: Victim = {
    kind: 'PostgreSQL',
    name: 'PostgreSQL',
    kill: postgres.kill,
    // Its supervisor has started it already.
    start: () => within(READY_MS, 'all servers are ready', () => servers.every(balancer.isReady)),
  }
  const turns = Math.max(ofServers.length, ofNats.length)
  return Array.from({ length: turns }, (_, turn) => [ofServers[turn], ofNats[turn], ofPostgres])
    .flat()
    .filter((victim) => victim !== undefined)
}
