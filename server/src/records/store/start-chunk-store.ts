import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { Database } from '#platform/database/database.ts'
import { createReplica } from '#platform/database/replica.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { RecordReader } from './record-reader.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Worker } from '#platform/work/worker.ts'
import { type ThreadPool, createThreadPool } from '#records/threads/thread-pool.ts'
import { createMergedReader } from './merged-reader.ts'
import { removeOld } from './remove-old.ts'
import type { Retention } from './retention-store.ts'
import { startCompaction } from './start-compaction.ts'

interface Dependencies {
  readonly database: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly metrics: Metrics
  readonly log: Logger
  /** What the portal keeps, unless an entity or a source says otherwise. */
  readonly retention: Retention
  /** Removes what is over age. */
  readonly worker: Worker
  /** Whether this server compacts. */
  readonly isWorker: boolean
}

export interface ChunkStorage {
  readonly reader: RecordReader
  readonly workers: ThreadPool
}

/** Threads for writing: one encodes arrivals, the other compacts, and the main thread answers meanwhile. */
const WORKERS = 2
/** Threads for scans of whole sources, so that neither units nor the main thread wait for them. */
const READING_WORKERS = 1

const REMOVE_EVERY_MS = 600_000

/** Starts what keeps records in chunks; the stack closes it. */
export function startChunkStore({ database, ...given }: Dependencies, stack: AsyncDisposableStack): ChunkStorage {
  const dependencies = { ...given, db: database.background.db }
  const workers = createThreadPool({ size: WORKERS })
  stack.defer(() => workers.close())
  const readingWorkers = createThreadPool({ size: READING_WORKERS })
  stack.defer(() => readingWorkers.close())
  given.worker.repeat(REMOVE_EVERY_MS, async () => void (await removeOld({ ...dependencies, workers })))
  if (given.isWorker) {
    const compaction = startCompaction({ ...dependencies, workers })
    stack.defer(() => compaction.close())
  }
  const replica =
    database.replica &&
    createReplica({
      ...given,
      connections: database.replica,
      primary: database.reads.db,
      reads: given.metrics.replicaReads,
    })
  const reader = createMergedReader({
    ...given,
    replica,
    db: database.reads.db,
    control: database.background.db,
    workers: readingWorkers,
  })
  return { reader, workers }
}
