import type { Database } from '#platform/database/database.ts'
import type { Metrics } from './metrics.ts'

/** Tells by the metrics how many connections each pool of the database has, and what waits for one. */
export function watchPools(
  { pool, ingest, reads, background, replica }: Omit<Database, 'close'>,
  { databaseConnections, databaseWaiting }: Pick<Metrics, 'databaseConnections' | 'databaseWaiting'>,
): void {
  const pools = {
    requests: pool,
    ingest: ingest.pool,
    reads: reads.pool,
    background: background.pool,
    ...(replica && { replica: replica.pool }),
  }
  databaseConnections.measureBy((gauge) => {
    for (const [name, { totalCount, idleCount }] of Object.entries(pools)) {
      gauge.set({ pool: name, state: 'used' }, totalCount - idleCount)
      gauge.set({ pool: name, state: 'idle' }, idleCount)
    }
  })
  databaseWaiting.measureBy((gauge) => {
    for (const [name, { waitingCount }] of Object.entries(pools)) gauge.set({ pool: name }, waitingCount)
  })
}
