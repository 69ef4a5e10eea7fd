import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { ToldTime } from '#platform/time/database-clock.ts'
import { every } from '#platform/time/every.ts'
import { pause } from '#platform/time/pause.ts'
import { createLeaseStore, type NamedServer } from './lease-store.ts'

interface Dependencies {
  readonly db: Db
  readonly random: Random
  readonly log: Logger
  /** What this server does; nothing of the work of several, unless it is said. */
  readonly roles?: Iterable<string>
  /** What the database says about the time whenever the lease is renewed. */
  readonly hearTime?: (told: ToldTime) => void
  /** How long a silent server keeps its lease. */
  readonly leaseMs?: number
}

/** What a server held that died is taken over within 10 seconds: when the lease has expired, at the next look of another one. */
const LEASE_MS = 5_000
const RENEWALS_A_LEASE = 3
/** After a failure the database is asked again so often while a lease lasts. */
const TRIES_A_LEASE = 20
/**
 * An expired lease is removed after another half of its time: when the database was away for all, everybody may renew first.
 */
const REMOVED_AFTER_LEASES = 0.5

/** The lease of this server: what it holds (followers, connections of units) is its own as long as it renews the lease. */
export type ServerLease = Awaited<ReturnType<typeof startServerLease>>

export async function startServerLease({ db, random, log, roles = [], hearTime, leaseMs = LEASE_MS }: Dependencies) {
  const store = createLeaseStore(db)
  const name = random.id()
  const lost: (() => void)[] = []
  const expired: ((names: readonly string[]) => Promise<void>)[] = []
  const counting: ((servers: readonly NamedServer[]) => void)[] = []
  await begin()
  let running = await store.listRunning()
  const closing = new AbortController()
  const renewing = every(leaseMs / RENEWALS_A_LEASE, renewAtLast, log)
  return {
    /** New after each start. */
    name,
    /** Whether no other server runs, as far as is known. */
    isAlone: (): boolean => running.every((other) => other.name === name),
    /** Calls when the lease was lost, so that other servers may have taken what this one held. */
    onLost: (listener: () => void) => void lost.push(listener),
    /** Calls with the servers that run, now and after each renewal. */
    onRunning: (listener: (servers: readonly NamedServer[]) => void): void => {
      counting.push(listener)
      listener(running)
    },
    /** Calls, on the server that noticed it first, with the names of servers whose leases expired. */
    onExpired: (listener: (names: readonly string[]) => Promise<void>) => void expired.push(listener),
    /** Ends the lease at once. */
    close: async (): Promise<void> => {
      closing.abort()
      await renewing.close()
      await store.end(name)
    },
  }

  /** As soon as the database is back, before anyone looks for what servers held that may have died. */
  async function renewAtLast(): Promise<void> {
    for (;;) {
      try {
        return await renew()
      } catch (error) {
        if (!isDatabaseAway(error) || closing.signal.aborted) throw error
      }
      await pause(leaseMs / TRIES_A_LEASE, closing.signal)
    }
  }

  async function begin(): Promise<void> {
    const asked = Date.now()
    const database = await store.begin(name, leaseMs, [...roles])
    hearTime?.({ database, asked, answered: Date.now() })
  }

  async function renew(): Promise<void> {
    const asked = Date.now()
    const renewed = await store.renew(name, leaseMs)
    if (renewed !== undefined) hearTime?.({ database: renewed.now, asked, answered: Date.now() })
    // When this server could not renew in time, the others could not either: the database was away, and that says nothing of them.
    if (renewed?.late === true) await store.extendExpired(leaseMs)
    if (renewed === undefined) {
      log.warn({ server: name }, 'lease of this server was lost; starting a new one')
      await begin()
      for (const listener of lost) listener()
    }
    running = await store.listRunning()
    for (const listener of counting) listener(running)
    const names = await store.removeExpired(leaseMs * REMOVED_AFTER_LEASES)
    if (names.length > 0) log.warn({ servers: names }, 'server lease expired; taking over')
    for (const listener of names.length > 0 ? expired : []) await listener(names)
  }
}
