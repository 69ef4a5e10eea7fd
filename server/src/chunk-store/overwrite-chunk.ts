import type { ColumnValues } from '#chunks/column.ts'
import type { Db } from '#database/database.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ChunkWorkers } from './chunk-workers.ts'
import { rowsAtOnce } from './compaction-plan.ts'
import { createCompactionStore } from './compaction-store.ts'
import type { OverRecords } from './rebuild-chunks.ts'
import { rebuild, replaceChunks } from './replace-chunks.ts'

interface Source {
  /** A transaction. */
  readonly tx: Db
  readonly workers: ChunkWorkers
  readonly sourceKey: number
}

/** Records by time. */
export interface NewRecords {
  readonly at: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
}

/**
 * Makes a chunk anew with records in the place of its own, together with the rows that lie in it. All of them lie between its first and
 * its last record. `arrive` tells when they arrived, once nobody else compacts the source. Returns how many chunks there are instead,
 * or undefined when it is not possible now.
 */
export async function overwriteChunk(
  { tx, workers, sourceKey }: Source,
  chunk: ChunkDescription,
  { at, columns }: NewRecords,
  arrive: () => Promise<number>,
): Promise<number | undefined> {
  const rowStore = createCompactionStore(tx)
  const store = createChunkStore(tx)
  if (!(await rowStore.claim(sourceKey))) return undefined
  const range = { start: chunk.startAt, end: chunk.endAt }
  const limit = rowsAtOnce(columns.size)
  const rows = await rowStore.readRows(sourceKey, range, limit)
  if (rows.at.length === limit) return undefined
  const count = rows.at.length
  const arrivedBy = rows.receivedAt.reduce((latest, received) => Math.max(latest, received), 0)
  const over: OverRecords = { at, columns, receivedAt: await arrive() }
  const rebuilt = await rebuild({ workers, store, sourceKey }, { chunks: [chunk], rows, over })
  await replaceChunks({ store, sourceKey }, { replaced: [chunk], rebuilt })
  if (count > 0) await rowStore.removeRows(sourceKey, range, arrivedBy)
  return rebuilt.length
}
