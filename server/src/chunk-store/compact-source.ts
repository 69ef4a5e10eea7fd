import type { Db } from '#database/database.ts'
import { blockLabel, type ChunkDescription, versionOf } from './chunk-description.ts'
import { type ChunkStore, type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { ChunkWorkers } from './chunk-workers.ts'
import { planGroup, rowsAtOnce } from './compaction-plan.ts'
import { type CompactionStore, createCompactionStore } from './compaction-store.ts'
import { memoryOfChunk, type PackedChunk, packChunk, unpackChunk } from './packed-chunk.ts'
import { ALL_TIME } from './record-conditions.ts'
import type { PackedRows, RebuiltChunk } from './rebuild-chunks.ts'

interface Dependencies {
  readonly db: Db
  readonly workers: ChunkWorkers
}

export interface Compacted {
  readonly rows: number
  readonly chunks: number
}

/** Compacts a source, stretch by stretch, each in one transaction, as long as rows wait and `goOn` says so. */
export async function compactSource(
  { db, workers }: Dependencies,
  sourceKey: number,
  goOn: () => boolean = () => true,
): Promise<Compacted> {
  let rows = 0
  let chunks = 0
  let from: number | undefined = ALL_TIME.start
  while (from !== undefined && goOn()) {
    const start: number = from
    const step = await db.transaction().execute((tx) => compactNext({ tx, workers, sourceKey, from: start }))
    rows += step.rows
    chunks += step.chunks
    from = step.next
  }
  return { rows, chunks }
}

interface Step extends Compacted {
  /** Where to look for more waiting rows; undefined when there are none, or somebody else is at it. */
  readonly next: number | undefined
}

interface Work {
  readonly tx: Db
  readonly workers: ChunkWorkers
  readonly sourceKey: number
  readonly from: number
}

const NOTHING: Step = { rows: 0, chunks: 0, next: undefined }

async function compactNext({ tx, workers, sourceKey, from }: Work): Promise<Step> {
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
  if (group === undefined) return { rows: 0, chunks: 0, next: behindOf(chunks, at) }
  const rows = await rowStore.readRows(sourceKey, group.range, limit)
  const read = rangeOf(rows)
  const rebuilt = await rebuild({ workers, store, sourceKey }, group.chunks, rows)
  await replace({ store, rowStore, sourceKey }, { replaced: group.chunks, rebuilt, rows: read })
  return { rows: read.count, chunks: rebuilt.length, next: read.count < limit ? group.range.end + 1 : read.end + 1 }
}

/** Chunks on either side that may join. */
const NEIGHBOURS = 8

/** Behind the summaries in which a row lies. */
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

async function rebuild(
  { workers, store, sourceKey }: { workers: ChunkWorkers; store: ChunkStore; sourceKey: number },
  chunks: readonly ChunkDescription[],
  rows: PackedRows,
): Promise<RebuiltChunk[]> {
  const packed: PackedChunk[] = []
  for (const chunk of chunks) packed.push(packChunk(await store.readWhole(sourceKey, chunk)))
  const labels = chunks.map(({ startAt }) => blockLabel(sourceKey, startAt, ''))
  const memory = [...packed.flatMap(memoryOfChunk), rows.at.buffer, rows.receivedAt.buffer]
  return workers.run('rebuild', { labels, chunks: packed, rows }, memory)
}

/** Puts chunks in the place of chunks and rows. Throws when somebody wrote chunks there meanwhile. */
async function replace(
  { store, rowStore, sourceKey }: { store: ChunkStore; rowStore: CompactionStore; sourceKey: number },
  {
    replaced,
    rebuilt,
    rows,
  }: { replaced: readonly ChunkDescription[]; rebuilt: readonly RebuiltChunk[]; rows: ReadRows },
): Promise<void> {
  const start = rebuilt[0]?.chunk.startAt ?? rows.start
  const end = rebuilt.at(-1)?.chunk.endAt ?? rows.end
  await store.lock(sourceKey)
  const found = await store.list(sourceKey, { start, end })
  if (found.map(versionOf).join() !== replaced.map(versionOf).join()) {
    throw new Error('Chunks were written while rows were compacted')
  }
  if (replaced.length > 0) {
    await store.remove(
      sourceKey,
      replaced.map(({ startAt }) => startAt),
    )
  }
  for (const { chunk, firstReceivedAt, lastReceivedAt } of rebuilt) {
    const unpacked = unpackChunk(chunk)
    const block = firstReceivedAt === lastReceivedAt ? undefined : unpacked.arrivals
    await store.insert(sourceKey, unpacked, { firstReceivedAt, lastReceivedAt, block })
  }
  const removed = await rowStore.removeRows(sourceKey, rows, rows.arrivedBy)
  if (removed > rows.count) throw new Error('More rows would be removed than were read')
}
