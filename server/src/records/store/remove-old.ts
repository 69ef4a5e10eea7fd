import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import type { Db } from '#platform/database/database.ts'
import type { History } from '#records/history/history.ts'
import { withHistory } from '#records/history/moved-blocks-store.ts'
import type { Platform } from '#platform/floor.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { createCompactionStore } from './compaction-store.ts'
import { rebuild, replaceChunks } from './replace-chunks.ts'
import { createRetentionStore, type Retention, type Removed, type SourceRetention } from './retention-store.ts'

interface Dependencies extends Pick<Platform, 'db' | 'clock' | 'metrics' | 'log'> {
  readonly workers: ThreadPool
  /** Left out, all records are in PostgreSQL. */
  readonly history?: History | undefined
  /** What the portal keeps, unless an entity or a source says otherwise. */
  readonly retention: Retention
}

/**
 * Removes records and summaries that are over age by their time, and returns how many. A chunk goes when its last record is over
 * age, and is split when more than a day of it is, so that a record is gone a day after its time at the latest. A failing source
 * does not keep the others, nor a damaged chunk the rest of its source: it goes once its last record is over age.
 */
export async function removeOld(dependencies: Dependencies): Promise<Removed> {
  const { db, metrics, log, retention } = dependencies
  let records = 0
  let chunks = 0
  let sources = 0
  for (const source of await createRetentionStore(db).list(retention)) {
    const removed = await removeSafely(dependencies, source)
    if (removed.records + removed.chunks === 0) continue
    records += removed.records
    chunks += removed.chunks
    sources += 1
  }
  metrics.recordsExpired.inc(records)
  if (sources > 0) log.info({ sources, records, chunks }, 'expired records and summaries removed')
  return { records, chunks }
}

async function removeSafely(dependencies: Dependencies, source: SourceRetention): Promise<Removed> {
  const { db, history, metrics, log } = dependencies
  try {
    return await withHistory(history, (see) =>
      db.transaction().execute((tx) => removeOfSource({ ...dependencies, tx: see(tx) }, source)),
    )
  } catch (error) {
    metrics.retentionFailures.inc()
    log.error({ err: error, sourceKey: source.sourceKey }, 'removing expired records failed')
    return NOTHING
  }
}

interface Work extends Dependencies {
  readonly tx: Db
}

const NOTHING: Removed = { records: 0, chunks: 0 }

async function removeOfSource(work: Work, source: SourceRetention): Promise<Removed> {
  const { tx, clock } = work
  const { sourceKey, rawDays, summaryDays } = source
  const now = clock()
  if (!(await createCompactionStore(tx).claim(sourceKey))) return NOTHING
  if (rawDays !== undefined) await splitUnlessDamaged(work, sourceKey, now - rawDays * DAY_MS)
  await createChunkStore(tx).lock(sourceKey)
  const store = createRetentionStore(tx)
  await store.lockSource(sourceKey)
  const rows = rawDays === undefined ? 0 : await store.removeRows(sourceKey, now - rawDays * DAY_MS)
  const raw = rawDays === undefined ? NOTHING : await store.removeRecords(sourceKey, now - rawDays * DAY_MS)
  if (rawDays !== undefined && rows + raw.records > 0) await store.setRemovedBefore(sourceKey, now - rawDays * DAY_MS)
  // Summaries stay at least as long as the records that they summarise.
  const summaryAge = rawDays === undefined || summaryDays === undefined ? undefined : Math.max(rawDays, summaryDays)
  const chunks = summaryAge === undefined ? 0 : await store.removeChunks(sourceKey, now - summaryAge * DAY_MS)
  return { records: rows + raw.records, chunks: raw.chunks + chunks }
}

async function splitUnlessDamaged(work: Work, sourceKey: number, time: number): Promise<void> {
  try {
    await splitAt(work, sourceKey, time)
  } catch (error) {
    if (!(error instanceof DamagedBlockError)) throw error
    work.metrics.retentionFailures.inc()
    work.log.error({ err: error, block: error.label }, 'splitting a damaged chunk failed')
  }
}

/** Splits a chunk that began long before a moment and ends behind it. */
async function splitAt({ tx, workers }: Work, sourceKey: number, time: number): Promise<void> {
  const store = createChunkStore(tx)
  const [chunk] = await store.list(sourceKey, { start: time, end: time })
  if (chunk === undefined || !chunk.hasRecords || chunk.startAt >= time - DAY_MS) return
  const rebuilt = await rebuild({ store, sourceKey, workers }, { chunks: [chunk], splitAt: time })
  await replaceChunks({ store, sourceKey }, { replaced: [chunk], rebuilt })
}
