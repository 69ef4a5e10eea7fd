import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { recordsPerChunk } from '#records/chunks/gather-records.ts'
import type { ChunkDescription } from './chunk-description.ts'
import type { ClosedRange } from './chunk-store.ts'

/** The newest rows of a source stay rows, so that the latest record is read without decoding a chunk. */
export const KEPT_ROWS = 10

/** What is known of the rows of a source. Times are epoch milliseconds. */
export interface WaitingRows {
  /** All but the newest ones that are kept. */
  readonly count: number
  /** When the first of them arrived, and the last. */
  readonly oldest: number
  readonly newest: number
  /** Those that lie before the end of the last chunk, and when the first of them arrived. */
  readonly late: number
  readonly oldestLate: number
}

const MANY_ROWS = 4_096
const SOME_ROWS = 256
const SOME_ROWS_MS = HOUR_MS
const LATE_ROWS_MS = 300_000
/** After this long without arrivals a source has probably sent everything. */
const QUIET_MS = 2_000

/**
 * Whether rows are due for compaction: there are many, or enough and old enough, or late ones after the last of which nothing
 * came.
 */
export function isDue({ count, oldest, newest, late, oldestLate }: WaitingRows, now: number): boolean {
  if (count >= MANY_ROWS) return true
  const isQuiet = now - newest >= QUIET_MS
  if (count >= SOME_ROWS && (isQuiet || now - oldest >= SOME_ROWS_MS)) return true
  return late > 0 && (isQuiet || now - oldestLate >= LATE_ROWS_MS)
}

/** What is rewritten together: adjacent chunks, and the rows of a range. */
export interface Group {
  readonly chunks: readonly ChunkDescription[]
  readonly range: ClosedRange
}

/** The waiting rows of a source, and the chunks beside them. */
interface RowsAmongChunks {
  /** The time of the oldest waiting row. */
  readonly at: number
  /** The time of the newest waiting row. */
  readonly until: number
  /** Chunks around it, in the order of time. */
  readonly chunks: readonly ChunkDescription[]
  /** How many rows lie in a range. */
  readonly countRows: (range: ClosedRange) => Promise<number>
}

/**
 * A neighbour is rewritten with a group when it has at most so many times the records of the group, so that few records are
 * rewritten often.
 */
const NEIGHBOUR_RATIO = 4

/**
 * Plans the compaction of the oldest waiting row: it joins the chunk around it, or the rows up to the next chunk become one.
 * Adjacent chunks that are not full join. Undefined for a row among records of which only summaries are left.
 */
export async function planGroup({ at, until, chunks, countRows }: RowsAmongChunks): Promise<Group | undefined> {
  const next = chunks.findIndex(({ endAt }) => endAt >= at)
  const holder = chunks[next]
  if (holder !== undefined && holder.startAt <= at) {
    if (!holder.hasRecords) return undefined
    const range = { start: holder.startAt, end: holder.endAt }
    return extend(chunks, { from: next, to: next + 1, range, size: holder.count + (await countRows(range)) })
  }
  const place = next === -1 ? chunks.length : next
  const range = { start: at, end: holder === undefined ? until : Math.min(until, holder.startAt - 1) }
  return extend(chunks, { from: place, to: place, range, size: await countRows(range) })
}

interface Growing {
  from: number
  to: number
  range: ClosedRange
  size: number
}

function extend(chunks: readonly ChunkDescription[], first: Growing): Group {
  let group = first
  while (true) {
    const { from, to, range, size } = group
    const before = chunks[from - 1]
    const behind = chunks[to]
    if (before !== undefined && joins(before, group)) {
      group = { from: from - 1, to, range: { ...range, start: before.startAt }, size: size + before.count }
    } else if (behind !== undefined && joins(behind, group)) {
      group = { from, to: to + 1, range: { ...range, end: behind.endAt }, size: size + behind.count }
    } else return { chunks: chunks.slice(from, to), range }
  }
}

function joins(chunk: ChunkDescription, { from, to, size }: Growing): boolean {
  const isFew = from === to && size < SOME_ROWS
  const hasRoom = chunk.count + size <= recordsPerChunk(chunk.levels.size)
  return chunk.hasRecords && chunk.isMoved !== true && hasRoom && (isFew || chunk.count <= NEIGHBOUR_RATIO * size)
}

/** The most rows of one group: fewer when the source has many fields, to bound memory. */
export function rowsAtOnce(fields: number): number {
  return Math.min(MOST_ROWS, recordsPerChunk(fields))
}

const MOST_ROWS = 32_768
