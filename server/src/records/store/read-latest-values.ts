import type { Db } from '#platform/database/database.ts'
import type { LatestValue, LatestValuesRequest } from './record-reader.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { findInRows } from './latest-rows-store.ts'
import { ALL_TIME } from './record-conditions.ts'
import type { Stretch } from './stretch.ts'
import { MOST_ROWS, readRows, stretchOfPart } from './walk.ts'

interface Asked {
  readonly loader: ChunkLoader
  readonly sourceKey: number
  readonly signal: AbortSignal | undefined
}

/** How many rows are looked at first; four times as many each further time. */
const FIRST_ROWS = 256

/** The most chunks of a field with nothing but null that are decoded before it counts as having no value. */
const MOST_CHUNKS = 16

/**
 * The latest value of each field: from rows, then from the newest chunk with a column of it, which an index finds. Nothing in
 * between is read.
 */
export async function readLatestValues(
  snapshot: Db,
  asked: Asked,
  { fields, until }: LatestValuesRequest,
): Promise<LatestValue[]> {
  const latest = await findInAllRows(snapshot, asked, { fields, until })
  for (const field of fields) {
    const value = await findInChunks(snapshot, asked, { field, until, after: latest.get(field)?.at })
    if (value !== undefined) latest.set(field, value)
  }
  return [...latest.values()]
}

async function findInAllRows(
  snapshot: Db,
  { sourceKey, signal }: Asked,
  { fields, until }: LatestValuesRequest,
): Promise<Map<string, LatestValue>> {
  const latest = new Map<string, LatestValue>()
  let next: number | undefined = until
  for (let limit = FIRST_ROWS; next !== undefined; limit *= 4) {
    signal?.throwIfAborted()
    const missing = fields.filter((field) => !latest.has(field))
    if (missing.length === 0) break
    const found = await findInRows(snapshot, sourceKey, { fields: missing, until: next, limit })
    for (const value of found.values) latest.set(value.field, value)
    ;({ next } = found)
  }
  return latest
}

/** The latest value in chunks that is not older than `after`. */
async function findInChunks(
  snapshot: Db,
  { loader, sourceKey, signal }: Asked,
  { field, until, after = ALL_TIME.start }: { field: string; until: number; after: number | undefined },
): Promise<LatestValue | undefined> {
  const store = createChunkStore(snapshot)
  let end = until
  for (let looked = 0; looked < MOST_CHUNKS; looked += 1) {
    signal?.throwIfAborted()
    const chunk = await store.findLastWithField(sourceKey, { start: ALL_TIME.start, end }, field)
    if (chunk === undefined || chunk.endAt < after) return undefined
    const range = { start: chunk.startAt, end: Math.min(chunk.endAt, until) }
    const rows = await readRows(snapshot, { sourceKey, range, direction: 'asc', limit: MOST_ROWS })
    const stretch = await stretchOfPart(snapshot, { chunk, rows, range }, { loader, sourceKey })
    await stretch.load([field])
    const value = lastIn(stretch, field)
    if (value !== undefined) return value.at >= after ? value : undefined
    end = chunk.startAt - 1
  }
  return undefined
}

function lastIn(stretch: Stretch, field: string): LatestValue | undefined {
  for (let index = stretch.at.length - 1; index >= 0; index -= 1) {
    const value = stretch.valueOf(field, index)
    if (value === null) continue
    return { field, at: stretch.at[index] ?? 0, receivedAt: stretch.receivedAt[index] ?? 0, value }
  }
  return undefined
}
