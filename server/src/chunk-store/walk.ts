import type { Db } from '#database/database.ts'
import type { Condition, StoredRecord } from '#telemetry/record-reader.ts'
import { createRecordStore } from '#telemetry/record-store.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ChunkStore, type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { mergeStretches, type Stretch, stretchOfChunk, stretchOfRows } from './stretch.ts'

export type Direction = 'asc' | 'desc'

interface Asked {
  readonly loader: ChunkLoader
  readonly sourceKey: number
  readonly direction: Direction
  /** Rows of one stretch. */
  readonly rowLimit: number
}

/** A stretch, and what is left of the range behind it; undefined when nothing is. */
export interface Step {
  readonly stretch: Stretch
  readonly rest: ClosedRange | undefined
}

/** Rows that are read at once. */
export const ROWS_A_STRETCH = 2_000

/** The records of a range in stretches, in one direction; inside of a stretch they are always in the order of time. */
export async function* walk(snapshot: Db, range: ClosedRange, asked: Asked): AsyncGenerator<Stretch> {
  let rest: ClosedRange | undefined = range
  while (rest !== undefined) {
    const step = await readStep(snapshot, rest, asked)
    if (step.stretch.at.length > 0) yield step.stretch
    ;({ rest } = step)
  }
}

/** The next stretch of a range: rows that lie before the next chunk, or else the chunk with the rows that lie in it. */
export async function readStep(snapshot: Db, range: ClosedRange, asked: Asked): Promise<Step> {
  const { sourceKey, direction, rowLimit } = asked
  if (range.start > range.end) return { stretch: stretchOfRows([]), rest: undefined }
  const store = createChunkStore(snapshot)
  const chunk = direction === 'asc' ? await store.findFirst(sourceKey, range) : await store.findLast(sourceKey, range)
  const gap = gapBefore(chunk, range, direction)
  if (gap.start <= gap.end) {
    const rows = await readRows(snapshot, { sourceKey, range: gap, direction, limit: rowLimit })
    if (rows.length === rowLimit)
      return { stretch: stretchOfRows(inOrder(rows, direction)), rest: behindRows(rows, range, direction) }
    if (rows.length > 0)
      return { stretch: stretchOfRows(inOrder(rows, direction)), rest: restFrom(chunk, range, direction) }
  }
  if (chunk === undefined) return { stretch: stretchOfRows([]), rest: undefined }
  return readChunk(snapshot, { ...asked, store, chunk, range })
}

/** Rows of a range, ascending or descending. */
export function readRows(
  snapshot: Db,
  asked: { sourceKey: number; range: ClosedRange; direction: Direction; limit: number },
): Promise<StoredRecord[]> {
  const { sourceKey, range, direction, limit } = asked
  const conditions: Condition[] = [
    { kind: 'time', of: 'messageUTC', operator: '>=', at: range.start },
    { kind: 'time', of: 'messageUTC', operator: '<=', at: range.end },
  ]
  const order = { field: 'messageUTC', direction } as const
  return createRecordStore(snapshot).readPage(sourceKey, { conditions, order, after: undefined, limit })
}

async function readChunk(
  snapshot: Db,
  asked: Asked & { store: ChunkStore; chunk: ChunkDescription; range: ClosedRange },
): Promise<Step> {
  const { loader, sourceKey, direction, store, chunk, range } = asked
  const overlap = { start: Math.max(chunk.startAt, range.start), end: Math.min(chunk.endAt, range.end) }
  const load = (fields: readonly string[]) => loader.load(store, { sourceKey, description: chunk, fields })
  const rows = await readRows(snapshot, { sourceKey, range: overlap, direction: 'asc', limit: MOST_ROWS })
  const merged = mergeStretches(await loadInto(load), stretchOfRows(rows))
  const rest =
    direction === 'asc' ? { start: chunk.endAt + 1, end: range.end } : { start: range.start, end: chunk.startAt - 1 }
  return { stretch: within(merged, overlap), rest: rest.start > rest.end ? undefined : rest }
}

/** More rows than ever lie in one chunk. */
const MOST_ROWS = 2 ** 31 - 1

async function loadInto(load: (fields: readonly string[]) => ReturnType<ChunkLoader['load']>): Promise<Stretch> {
  const chunk = await load([])
  return stretchOfChunk(chunk, async (fields) => {
    const loaded = await load(fields)
    for (const [field, values] of loaded.columns) chunk.columns.set(field, values)
  })
}

/** The part of a stretch that lies in a range. */
function within(stretch: Stretch, { start, end }: ClosedRange): Stretch {
  const from = firstAtOrAfter(stretch.at, start)
  const to = firstAtOrAfter(stretch.at, end + 1)
  if (from === 0 && to === stretch.at.length) return stretch
  return {
    at: stretch.at.subarray(from, to),
    receivedAt: stretch.receivedAt.subarray(from, to),
    load: (fields) => stretch.load(fields),
    valueOf: (field, index) => stretch.valueOf(field, from + index),
    recordAt: (index) => stretch.recordAt(from + index),
  }
}

/** The index of the first time that is not before `time`. */
export function firstAtOrAfter(at: Float64Array, time: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

function gapBefore(chunk: ChunkDescription | undefined, range: ClosedRange, direction: Direction): ClosedRange {
  if (chunk === undefined) return range
  return direction === 'asc'
    ? { start: range.start, end: Math.min(chunk.startAt - 1, range.end) }
    : { start: Math.max(chunk.endAt + 1, range.start), end: range.end }
}

function restFrom(
  chunk: ChunkDescription | undefined,
  range: ClosedRange,
  direction: Direction,
): ClosedRange | undefined {
  if (chunk === undefined) return undefined
  return direction === 'asc' ? { start: chunk.startAt, end: range.end } : { start: range.start, end: chunk.endAt }
}

function behindRows(rows: readonly StoredRecord[], range: ClosedRange, direction: Direction): ClosedRange | undefined {
  const last = rows.at(-1)?.at ?? range.end
  const rest = direction === 'asc' ? { start: last + 1, end: range.end } : { start: range.start, end: last - 1 }
  return rest.start > rest.end ? undefined : rest
}

function inOrder(rows: readonly StoredRecord[], direction: Direction): readonly StoredRecord[] {
  return direction === 'asc' ? rows : rows.toReversed()
}
