import { createReplica } from '#platform/database/replica.ts'
import type { Platform } from '#platform/floor.ts'
import type { RecordReader } from './record-reader.ts'
import type { Worker } from '#platform/work/worker.ts'
import { type ThreadPool, createThreadPool } from '#records/threads/thread-pool.ts'
import { createMergedReader } from './merged-reader.ts'
import { bringBackFromFuture } from './bring-back-from-future.ts'
import { removeOld } from './remove-old.ts'
import type { History } from '#records/history/history.ts'
import type { HistorySettings } from '#records/history/history-settings.ts'
import { startHistory } from '#records/history/start-history.ts'
import { createChunkSpaceStore } from './chunk-space-store.ts'
import type { Retention } from './retention-store.ts'
import { startCompaction } from './start-compaction.ts'

interface Dependencies extends Pick<Platform, 'database' | 'bus' | 'clock' | 'pause' | 'metrics' | 'log'> {
  /** What the portal keeps, unless an entity or a source says otherwise. */
  readonly retention: Retention
  /** Where old records are moved to; undefined: they stay in PostgreSQL. */
  readonly history: HistorySettings | undefined
  /** This server. */
  readonly server: { readonly name: string }
  /** Removes what is over age. */
  readonly worker: Worker
  /** Whether this server compacts. */
  readonly isWorker: boolean
}

interface ChunkStorage {
  readonly reader: RecordReader
  readonly workers: ThreadPool
  /** Undefined: all records are in PostgreSQL. */
  readonly history: History | undefined
}

/** Threads for writing: one encodes arrivals, the other compacts, and the main thread answers in the meantime. */
const WORKERS = 2
/** Threads for scans of whole sources, so that neither units nor the main thread wait for them. */
const READING_WORKERS = 1

const REMOVE_EVERY_MS = 600_000
/** Never just after a start: a machine without a battery for its clock may not have asked for the time yet. */
const BRING_BACK_EVERY_MS = 600_000

/** Starts what keeps records in chunks; the stack closes it. */
export function startChunkStore({ database, ...options }: Dependencies, stack: AsyncDisposableStack): ChunkStorage {
  const space = createChunkSpaceStore(database.background.db)
  const history =
    options.history &&
    startHistory({
      ...options,
      database,
      settings: options.history,
      server: options.server.name,
      free: (bytes) => space.free(bytes),
    })
  const given = { ...options, history }
  const dependencies = { ...given, db: database.background.db }
  const workers = createThreadPool({ size: WORKERS })
  stack.defer(() => workers.close())
  const readingWorkers = createThreadPool({ size: READING_WORKERS })
  stack.defer(() => readingWorkers.close())
  given.worker.repeat(REMOVE_EVERY_MS, async () => void (await removeOld({ ...dependencies, workers })))
  given.worker.repeat(BRING_BACK_EVERY_MS, () => bringBackFromFuture(dependencies))
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
  return { reader, workers, history }
}
