import type { Db } from '#platform/database/database.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { History } from '#records/history/history.ts'
import { withHistory } from '#records/history/moved-blocks-store.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { ChunkSpaceStore } from './chunk-space-store.ts'
import { planGroup, rowsAtOnce } from './compaction-plan.ts'
import { createCompactionStore } from './compaction-store.ts'
import { ALL_TIME } from './record-conditions.ts'
import type { PackedRows } from './rebuild-chunks.ts'
import { rebuild, replaceChunks } from './replace-chunks.ts'

interface Dependencies {
  readonly db: Db
  readonly workers: ThreadPool
  /** Left out, all records are in PostgreSQL. */
  readonly history?: History | undefined
  /** Frees the space of replaced chunks, between transactions. */
  readonly space?: ChunkSpaceStore
}

interface Compacted {
  readonly rows: number
  readonly chunks: number
}

/** Compacts a source group by group, each in one transaction, as long as rows wait and `goOn` returns true. */
export async function compactSource(
  { db, workers, history, space }: Dependencies,
  sourceKey: number,
  goOn: () => boolean = () => true,
): Promise<Compacted> {
  let rows = 0
  let chunks = 0
  let from: number | undefined = ALL_TIME.start
  let leaveMoved = history?.isAway() === true
  let failure: Error | undefined
  while (from !== undefined && goOn()) {
    const start: number = from
    const step = await compactStep(start)
    rows += step.rows
    chunks += step.chunks
    from = step.next
    await space?.free(step.replacedBytes)
  }
  if (failure !== undefined) throw failure
  return { rows, chunks }

  /** When records cannot be read from the bucket, what lies among them stays as it is, and the rest is compacted. */
  async function compactStep(from: number): Promise<Step> {
    try {
      return await withHistory(history, (see) =>
        db.transaction().execute((tx) => compactNext({ tx: see(tx), workers, sourceKey, from, leaveMoved })),
      )
    } catch (error) {
      if (leaveMoved || !isDomainError(error) || error.code !== 'data/history-away') throw error
      failure = error
      leaveMoved = true
      return { ...NOTHING, next: from }
    }
  }
}

interface Step extends Compacted {
  /** What the chunks took that were replaced. */
  readonly replacedBytes: number
  /** Where to look for further waiting rows; undefined when there are none, or another server compacts the source. */
  readonly next: number | undefined
}

interface Work {
  readonly tx: Db
  readonly workers: ThreadPool
  readonly sourceKey: number
  readonly from: number
  /** Leaves groups with a chunk in the bucket. */
  readonly leaveMoved: boolean
}

const NOTHING: Step = { rows: 0, chunks: 0, replacedBytes: 0, next: undefined }

async function compactNext({ tx, workers, sourceKey, from, leaveMoved }: Work): Promise<Step> {
  const rowStore = createCompactionStore(tx)
  const store = createChunkStore(tx)
  if (!(await rowStore.claim(sourceKey))) return NOTHING
  const fields = await rowStore.countFields(sourceKey)
  const waiting = await rowStore.findWaiting(sourceKey, from)
  if (fields === undefined || waiting === undefined) return NOTHING
  const { at, until } = waiting
  const chunks = await store.listAround(sourceKey, at, NEIGHBOURS)
  const limit = rowsAtOnce(fields)
  const countRows = (range: ClosedRange): Promise<number> => rowStore.countRows(sourceKey, range, limit)
  const group = await planGroup({ at, until, chunks, countRows })
  if (group === undefined) return { ...NOTHING, next: behindOf(chunks, at) }
  if (leaveMoved && group.chunks.some(({ isMoved }) => isMoved)) return { ...NOTHING, next: group.range.end + 1 }
  const rows = await rowStore.readRows(sourceKey, group.range, limit)
  const read = rangeOf(rows)
  const rebuilt = await rebuild({ workers, store, sourceKey }, { chunks: group.chunks, rows })
  const replacedBytes = await replaceChunks({ store, sourceKey }, { replaced: group.chunks, rebuilt })
  const removed = await rowStore.removeRows(sourceKey, read, read.arrivedBy)
  if (removed > read.count) throw new Error('More rows would be removed than were read')
  return {
    rows: read.count,
    chunks: rebuilt.length,
    replacedBytes,
    next: read.count < limit ? group.range.end + 1 : read.end + 1,
  }
}

/** How many chunks on either side may join. */
const NEIGHBOURS = 8

/** The time behind the summaries in which a row lies. */
function behindOf(chunks: readonly ChunkDescription[], at: number): number | undefined {
  const holder = chunks.find(({ startAt, endAt }) => startAt <= at && at <= endAt)
  return holder === undefined ? undefined : holder.endAt + 1
}

interface ReadRows extends ClosedRange {
  readonly count: number
  /** When the last of them arrived. */
  readonly arrivedBy: number
}

function rangeOf({ at, receivedAt }: PackedRows): ReadRows {
  const start = at[0] ?? 0
  const arrivedBy = receivedAt.reduce((latest, received) => Math.max(latest, received), 0)
  return { start, end: at.at(-1) ?? start, count: at.length, arrivedBy }
}
