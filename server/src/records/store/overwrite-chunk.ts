import type { ColumnValues } from '#records/chunks/column.ts'
import type { Db } from '#platform/database/database.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { rowsAtOnce } from './compaction-plan.ts'
import { createCompactionStore } from './compaction-store.ts'
import { rebuild, replaceChunks } from './replace-chunks.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'

interface Source {
  /** A transaction. */
  readonly tx: Db
  readonly workers: ThreadPool
  readonly sourceKey: number
}

/** Records by time. */
export interface NewRecords {
  readonly at: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
}

interface Overwriting {
  /** With fewer records in a chunk it is not rewritten. */
  readonly fewest: number
  /** When the records arrive. */
  readonly arrive: () => Promise<number>
}

export interface Overwritten {
  /** The records that were stored: from one index up to another. */
  readonly from: number
  readonly to: number
  /** The number of chunks that replace it. */
  readonly chunks: number
}

/**
 * Rewrites the first chunk with enough of the records between its first and last one: they replace its own, and rows that lie in
 * it join. Waits for compaction of the source. Undefined when there is no such chunk.
 */
export async function overwriteChunk(
  { tx, workers, sourceKey }: Source,
  records: NewRecords,
  { fewest, arrive }: Overwriting,
): Promise<Overwritten | undefined> {
  const rowStore = createCompactionStore(tx)
  const store = createChunkStore(tx)
  const findPlace = async () => placeOf(await store.list(sourceKey, rangeOf(records.at)), records.at, fewest)
  if ((await findPlace()) === undefined) return undefined
  await rowStore.claimInTurn(sourceKey)
  const place = await findPlace()
  if (place === undefined) return undefined
  const { chunk, from, to } = place
  const range = { start: chunk.startAt, end: chunk.endAt }
  const limit = rowsAtOnce(records.columns.size)
  const rows = await rowStore.readRows(sourceKey, range, limit)
  if (rows.at.length === limit) return undefined
  const over = { ...sliceOf(records, from, to), receivedAt: await arrive() }
  const arrivedBy = rows.receivedAt.reduce((latest, received) => Math.max(latest, received), -Infinity)
  const rebuilt = await rebuild({ workers, store, sourceKey }, { chunks: [chunk], rows, over })
  await replaceChunks({ store, sourceKey }, { replaced: [chunk], rebuilt })
  await rowStore.removeRows(sourceKey, range, arrivedBy)
  return { from, to, chunks: rebuilt.length }
}

/** The records from an index up to another. */
export function sliceOf({ at, columns }: NewRecords, from: number, to: number): NewRecords {
  return {
    at: at.slice(from, to),
    columns: new Map(Array.from(columns, ([field, values]) => [field, values.slice(from, to)])),
  }
}

interface Place {
  readonly chunk: ChunkDescription
  readonly from: number
  readonly to: number
}

function placeOf(chunks: readonly ChunkDescription[], at: Float64Array, fewest: number): Place | undefined {
  return chunks
    .filter(({ hasRecords, isMoved }) => hasRecords && isMoved !== true)
    .map((chunk) => ({ chunk, from: firstAtOrAfter(at, chunk.startAt), to: firstAtOrAfter(at, chunk.endAt + 1) }))
    .find(({ from, to }) => to - from >= fewest)
}

function rangeOf(at: Float64Array): ClosedRange {
  return { start: at[0] ?? 0, end: at.at(-1) ?? 0 }
}
