import { openDatabase } from '#platform/database/database.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemRandom } from '#platform/random/random.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestApp } from '#testing/test-app.ts'
import { silentLog } from '#testing/test-database.ts'

/** A whole server whose clock is set from outside. */
export interface ServedPortal {
  readonly url: string
  /** Moves the clock and does what is due by then. */
  readonly setClock: (at: number) => Promise<void>
  /** Follows everything that arrived. */
  readonly settle: () => Promise<void>
  /** Does what continues in the background after changes: deletions, jobs, and requests that units may get. */
  readonly work: () => Promise<void>
  /** Writes all records into chunks. */
  readonly compact: () => Promise<void>
  readonly close: () => Promise<void>
}

const CONNECTIONS = 20
/** What a server held that was killed is free after that time. */
const LEASE_MS = 1_000

export async function servePortal(connectionString: string, now: number): Promise<ServedPortal> {
  await using starting = new AsyncDisposableStack()
  const database = openDatabase({ connectionString, connections: CONNECTIONS }, silentLog)
  starting.defer(() => database.close())
  const clock = createFakeClock(now)
  const server = await startServerLease({
    db: database.ingest.db,
    random: systemRandom,
    log: silentLog,
    leaseMs: LEASE_MS,
  })
  const createEmpty = (): Promise<string> => Promise.reject(new Error('there is one database'))
  const given = { ...database, connectionString, createEmpty, defer: () => undefined }
  const { app, features, close } = await createTestApp({ database: given, clock, server, metrics: createMetrics() })
  starting.defer(close)
  const workers = createThreadPool({ size: 1 })
  starting.defer(() => workers.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const settle = async (): Promise<void> => {
    for (const { run } of [
      features.calculations,
      features.events,
      features.alerts,
      features.alertCorrections,
      features.alertTimers,
    ])
      await run()
  }
  const opened = starting.move()
  return {
    url,
    settle,
    setClock: async (at) => {
      clock.advance(at - clock())
      await settle()
    },
    work: async () => {
      for (const { run } of [features.deletions, features.unitJobs, features.movedUnits, features.eventTables])
        await run()
      const waiting = database.db.selectFrom('actionRequest').select('dataId').distinct().where('state', '=', 'waiting')
      for (const { dataId } of await waiting.execute()) await features.requests.handOut.next(dataId)
      await features.requests.tidy()
      await settle()
    },
    compact: async () => {
      const { db } = database
      const sources = await db.selectFrom('source').select('sourceKey').execute()
      for (const { sourceKey } of sources) await compactSource({ db, workers }, sourceKey)
    },
    close: () => opened.disposeAsync(),
  }
}
