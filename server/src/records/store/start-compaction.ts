import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from './compact-source.ts'
import { isDue } from './compaction-plan.ts'
import { createCompactionStore, type WaitingSource } from './compaction-store.ts'
import { ChunksChangedError } from './replace-chunks.ts'

interface Dependencies {
  readonly db: Db
  readonly workers: ThreadPool
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
}

export interface Compaction {
  /** Compacts what is due now. */
  run(): Promise<void>
  /** Waits for the running transaction. */
  close(): Promise<void>
}

const PAUSE_MS = 1_000
/** After a look that found nothing. */
const IDLE_MS = 5_000
/** Looking for work takes at most one part in so many of the time. */
const LOOKING_SHARE = 20
/** How long a source pauses after its compaction failed. */
const FAILED_MS = 300_000

/** Moves rows that are due into chunks, again and again. Several servers may do so at once. */
export function startCompaction({ db, workers, clock, metrics, log }: Dependencies): Compaction {
  const store = createCompactionStore(db)
  const failedAt = new Map<number, number>()
  let closed = false
  let nextLook = -Infinity
  const repetition = every(PAUSE_MS, () => (performance.now() < nextLook ? Promise.resolve() : run()), log)
  return {
    run,
    close: async () => {
      closed = true
      await repetition.close()
    },
  }

  async function run(): Promise<void> {
    const started = performance.now()
    const found = await store.listWaiting()
    const due = found.filter((source) => isDue(source, clock()))
    const looked = performance.now()
    nextLook = looked + Math.max((looked - started) * LOOKING_SHARE, found.length === 0 ? IDLE_MS : 0)
    report(due)
    const [...left] = due
    for (const source of due) {
      if (closed) return
      if (!isFailing(source)) await compact(source)
      left.shift()
      report(left)
    }
  }

  async function compact({ sourceKey }: WaitingSource): Promise<void> {
    try {
      const { rows, chunks } = await compactSource({ db, workers }, sourceKey, () => !closed)
      metrics.recordsCompacted.inc(rows)
      metrics.chunksWritten.inc({ by: 'compaction' }, chunks)
      failedAt.delete(sourceKey)
    } catch (error) {
      if (closed) return
      if (error instanceof ChunksChangedError) return log.debug({ sourceKey }, 'a source is compacted at the next look')
      metrics.compactionFailures.inc()
      failedAt.set(sourceKey, clock())
      log.error({ err: error, sourceKey }, 'a source could not be compacted')
    }
  }

  function isFailing({ sourceKey }: WaitingSource): boolean {
    const at = failedAt.get(sourceKey)
    return at !== undefined && clock() - at < FAILED_MS
  }

  function report(due: readonly WaitingSource[]): void {
    const oldest = due.reduce((least, source) => Math.min(least, source.oldest), clock())
    metrics.waitingRecords.set(due.reduce((sum, { count }) => sum + count, 0))
    metrics.oldestWaiting.set((clock() - oldest) / 1000)
  }
}
