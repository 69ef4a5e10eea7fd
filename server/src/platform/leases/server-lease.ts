import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import { every } from '#platform/time/every.ts'
import { createLeaseStore } from './lease-store.ts'

interface Dependencies {
  readonly db: Db
  readonly random: Random
  readonly log: Logger
  /** How long a server that is not heard of keeps its lease. */
  readonly leaseMs?: number
}

/** The lease of this server: what it holds (followers, connections of units) is its own as long as it renews the lease. */
export interface ServerLease {
  /** New after each start. */
  readonly name: string
  /** Calls when the lease was lost, so that other servers may have taken what this one held. */
  readonly onLost: (listener: () => void) => void
  /** Calls, on the server that noticed it first, with the names of servers whose leases expired. */
  readonly onExpired: (listener: (names: readonly string[]) => Promise<void>) => void
  /** Ends the lease at once. */
  readonly close: () => Promise<void>
}

const LEASE_MS = 15_000
const RENEWALS_A_LEASE = 3

export async function startServerLease({ db, random, log, leaseMs = LEASE_MS }: Dependencies): Promise<ServerLease> {
  const store = createLeaseStore(db)
  const name = random.id()
  const lost: (() => void)[] = []
  const expired: ((names: readonly string[]) => Promise<void>)[] = []
  await store.begin(name, leaseMs)
  const renewing = every(leaseMs / RENEWALS_A_LEASE, renew, log)
  return {
    name,
    onLost: (listener) => void lost.push(listener),
    onExpired: (listener) => void expired.push(listener),
    close: async () => {
      await renewing.close()
      await store.end(name)
    },
  }

  async function renew(): Promise<void> {
    if (!(await store.renew(name, leaseMs))) {
      log.warn({ server: name }, 'this server was taken for dead; it begins a new lease')
      await store.begin(name, leaseMs)
      for (const listener of lost) listener()
    }
    const names = await store.removeExpired()
    if (names.length > 0) log.warn({ servers: names }, 'servers have ended without a word; others take over')
    for (const listener of names.length > 0 ? expired : []) await listener(names)
  }
}
