import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import { isDatabaseAway } from './database-away.ts'
import type { Connections, Db } from './database.ts'

interface Dependencies {
  readonly connections: Connections
  readonly primary: Db
  readonly reads: Counter<'at'>
  readonly log: Logger
}

/** How long a read waits for the replica at most; this bounds how far behind it may be. */
const CATCH_UP_MS = 250
const PAUSE_MS = 5
/** After that reads are made at the primary, and the replica is asked again so much later. */
const REST_MS = 1_000

/** A statement was in the way of what the primary did in the meantime, such as removing records that the statement still saw. */
const CONFLICTS = new Set(['40001', '40P01'])

/** A standby that reads which take long are made at. */
export type Replica = ReturnType<typeof createReplica>

/** Decides when reads may use a replica. Its errors never reach a caller: the primary is read instead. */
export function createReplica({ connections, primary, reads, log }: Dependencies) {
  const { db } = connections
  let restingUntil = 0
  let isBehind = false
  return {
    db,
    /** Connections for cancelling statements whose caller has left. */
    control: db,
    /** Whether it has everything that was committed before this call; waits for it a moment. */
    isCurrent: async (): Promise<boolean> => {
      const current = performance.now() >= restingUntil && (await catchesUp())
      reads.inc({ at: current ? 'replica' : 'primary' })
      return current
    },
    /** Whether a read there failed in a way that it does not at the primary. */
    isFault: (error: unknown): boolean => {
      const isConflict = CONFLICTS.has((error as { code?: string }).code ?? '')
      if (!isConflict && !isDatabaseAway(error)) return false
      if (!isConflict) rest(error)
      return true
    },
  }

  async function catchesUp(): Promise<boolean> {
    try {
      const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn() as lsn`.execute(primary)
      const giveUpAt = performance.now() + CATCH_UP_MS
      while (!(await hasReplayed(rows[0]?.lsn ?? ''))) {
        if (performance.now() >= giveUpAt) return rest(undefined)
        await delay(PAUSE_MS)
      }
      if (isBehind) log.info('read replica is up to date again')
      isBehind = false
      return true
    } catch (error) {
      return rest(error)
    }
  }

  /** One that was promoted has its own history. */
  async function hasReplayed(lsn: string): Promise<boolean> {
    const { rows } = await sql<{ replayed: boolean }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as replayed`.execute(db)
    return rows[0]?.replayed === true
  }

  function rest(error: unknown): false {
    if (!isBehind) log.warn({ err: error }, 'read replica is behind or unavailable; reading from the primary')
    isBehind = true
    restingUntil = performance.now() + REST_MS
    return false
  }
}
