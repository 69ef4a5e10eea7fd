import type { Bus } from '#platform/bus/bus.ts'
import type { Platform } from '#platform/floor.ts'
import { every } from '#platform/time/every.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { History } from '#records/history/history.ts'
import { type ChunkSpaceStore, createChunkSpaceStore } from './chunk-space-store.ts'
import { compactSource } from './compact-source.ts'
import { isDue } from './compaction-plan.ts'
import { createCompactionStore, type WaitingSource } from './compaction-store.ts'
import { ChunksChangedError } from './replace-chunks.ts'

interface Dependencies extends Pick<Platform, 'db' | 'clock' | 'metrics' | 'log'> {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly workers: ThreadPool
  readonly history?: History | undefined
}

interface Compaction {
  /** Compacts what is due now. */
  run(): Promise<void>
  /** Waits for the running transaction. */
  close(): Promise<void>
}

const PAUSE_MS = 1_000
/** After a look that found nothing, while no records arrive. */
const IDLE_MS = 10_000
/** Looking for work takes at most one part in so many of the time. */
const LOOKING_SHARE = 20
/** How long a source pauses after its compaction failed. */
const FAILED_MS = 300_000

/** Moves rows that are due into chunks, again and again. Several servers may do so at once. */
export function startCompaction({ db, bus, workers, history, clock, metrics, log }: Dependencies): Compaction {
  const store = createCompactionStore(db)
  const chunkSpace = createChunkSpaceStore(db)
  const space: ChunkSpaceStore = {
    free: (bytes) => chunkSpace.free(bytes).catch((error) => log.warn({ err: error }, 'vacuum of chunks failed')),
  }
  const failedAt = new Map<number, number>()
  let closed = false
  let nextLook = -Infinity
  let idleUntil = -Infinity
  const unsubscribe = bus.subscribe('records', () => {
    idleUntil = -Infinity
  })
  const repetition = every(
    PAUSE_MS,
    () => (performance.now() < Math.max(nextLook, idleUntil) ? Promise.resolve() : run()),
    log,
  )
  return {
    run,
    close: async () => {
      closed = true
      unsubscribe()
      await repetition.close()
    },
  }

  async function run(): Promise<void> {
    const started = performance.now()
    idleUntil = started + IDLE_MS
    const found = await store.listWaiting()
    const due = found.filter((source) => isDue(source, clock()))
    if (found.length > 0) idleUntil = -Infinity
    nextLook = performance.now() + (performance.now() - started) * LOOKING_SHARE
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
      const { rows, chunks } = await compactSource({ db, workers, history, space }, sourceKey, () => !closed)
      metrics.recordsCompacted.inc(rows)
      metrics.chunksWritten.inc({ by: 'compaction' }, chunks)
      failedAt.delete(sourceKey)
    } catch (error) {
      if (closed) return
      if (error instanceof ChunksChangedError) return log.debug({ sourceKey }, 'compaction postponed')
      metrics.compactionFailures.inc()
      failedAt.set(sourceKey, clock())
      log.error({ err: error, sourceKey }, 'compaction of a source failed')
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
