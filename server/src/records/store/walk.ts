import type { Db } from '#platform/database/database.ts'
import type { Condition, StoredRecord } from './record-reader.ts'
import { createRecordStore } from './record-store.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { mergeStretches, type Stretch, stretchOfChunk, stretchOfRows, within } from './stretch.ts'

export type Direction = 'asc' | 'desc'

interface AskedParts {
  readonly sourceKey: number
  readonly direction: Direction
  /** Rows of one part. */
  readonly rowLimit: number
}

interface Asked extends AskedParts {
  readonly loader: ChunkLoader
}

/** Records of a range that are read together: rows, or those of a chunk with the rows that lie in it. */
export interface Part {
  readonly chunk: ChunkDescription | undefined
  /** In the order of time. */
  readonly rows: readonly StoredRecord[]
  /** What lies outside of it does not count. */
  readonly range: ClosedRange
}

/** Carries the rest of the range, undefined when nothing is left. */
interface Next {
  readonly rest: ClosedRange | undefined
}

export interface Step extends Next {
  readonly stretch: Stretch
}

/** Rows that are read at once. */
export const ROWS_A_STRETCH = 2_000

/** The records of a range as stretches, in one direction; within a stretch they are always in the order of time. */
export async function* walk(snapshot: Db, range: ClosedRange, asked: Asked): AsyncGenerator<Stretch> {
  let rest: ClosedRange | undefined = range
  while (rest !== undefined) {
    const step = await readStep(snapshot, rest, asked)
    if (step.stretch.at.length > 0) yield step.stretch
    ;({ rest } = step)
  }
}

/** As `walk`, without decoding what is in chunks. */
export async function* walkParts(snapshot: Db, range: ClosedRange, asked: AskedParts): AsyncGenerator<Part> {
  let rest: ClosedRange | undefined = range
  while (rest !== undefined) {
    const { part, ...next }: Next & { part: Part } = await readPart(snapshot, rest, asked)
    if (part.chunk !== undefined || part.rows.length > 0) yield part
    ;({ rest } = next)
  }
}

/** The next stretch of a range. */
export async function readStep(snapshot: Db, range: ClosedRange, asked: Asked): Promise<Step> {
  const { part, rest } = await readPart(snapshot, range, asked)
  return { stretch: await stretchOfPart(snapshot, part, asked), rest }
}

/** The rows before the next chunk, or else the chunk with the rows in it. */
export async function readPart(snapshot: Db, range: ClosedRange, asked: AskedParts): Promise<Next & { part: Part }> {
  const { sourceKey, direction, rowLimit } = asked
  if (range.start > range.end) return { part: { chunk: undefined, rows: [], range }, rest: undefined }
  const store = createChunkStore(snapshot)
  const chunk = direction === 'asc' ? await store.findFirst(sourceKey, range) : await store.findLast(sourceKey, range)
  const gap = gapBefore(chunk, range, direction)
  if (gap.start <= gap.end) {
    const rows = await readRows(snapshot, { sourceKey, range: gap, direction, limit: rowLimit })
    const part = { chunk: undefined, rows: inOrder(rows, direction), range: gap }
    if (rows.length === rowLimit) return { part, rest: behindRows(rows, range, direction) }
    if (rows.length > 0) return { part, rest: restFrom(chunk, range, direction) }
  }
  if (chunk === undefined) return { part: { chunk, rows: [], range }, rest: undefined }
  const overlap = { start: Math.max(chunk.startAt, range.start), end: Math.min(chunk.endAt, range.end) }
  const rows = await readRows(snapshot, { sourceKey, range: overlap, direction: 'asc', limit: MOST_ROWS })
  const rest =
    direction === 'asc' ? { start: chunk.endAt + 1, end: range.end } : { start: range.start, end: chunk.startAt - 1 }
  return { part: { chunk, rows, range: overlap }, rest: rest.start > rest.end ? undefined : rest }
}

/** The next chunks of a range, up to the first that has rows before it or among its records. */
export async function listChunksAlone(
  snapshot: Db,
  range: ClosedRange,
  { sourceKey, limit }: { sourceKey: number; limit: number },
): Promise<ChunkDescription[]> {
  if (range.start > range.end) return []
  const chunks = await createChunkStore(snapshot).listNext(sourceKey, range, limit)
  const [row] = chunks.length === 0 ? [] : await readRows(snapshot, { sourceKey, range, direction: 'asc', limit: 1 })
  return row === undefined ? chunks : chunks.filter(({ endAt }) => endAt < row.at)
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

/** Records of a part, without those that were replaced. */
export async function stretchOfPart(
  snapshot: Db,
  { chunk, rows, range }: Part,
  { loader, sourceKey }: Pick<Asked, 'loader' | 'sourceKey'>,
): Promise<Stretch> {
  if (chunk === undefined) return stretchOfRows(rows)
  const store = createChunkStore(snapshot)
  const load = (fields: readonly string[]) => loader.load(store, { sourceKey, description: chunk, fields })
  return within(mergeStretches(await loadInto(load), stretchOfRows(rows)), range)
}

/** A limit above the rows of any chunk. */
export const MOST_ROWS = 2 ** 31 - 1

async function loadInto(load: (fields: readonly string[]) => ReturnType<ChunkLoader['load']>): Promise<Stretch> {
  const chunk = await load([])
  return stretchOfChunk(chunk, async (fields) => {
    const loaded = await load(fields)
    for (const [field, values] of loaded.columns) chunk.columns.set(field, values)
  })
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
