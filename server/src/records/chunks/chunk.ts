import { type ColumnValues, decodeColumn, drawnNumbers, encodeColumn, type ColumnValue } from './column.ts'
import { encodeSummaries, type SummaryLevel } from './summary-levels.ts'
import { DamagedBlockError } from './sealed-block.ts'
import { decodeArrivals, decodeTimes, encodeArrivals, encodeTimes } from './times.ts'

/** An ordered stretch of records of one source, by column. All arrays are equally long. */
export interface ChunkRecords {
  /** Epoch milliseconds, each later than the one before. */
  at: Float64Array
  /** Epoch milliseconds. */
  receivedAt: Float64Array
  columns: ReadonlyMap<string, ColumnValues>
}

/** What {@link encodeChunk} makes of a stretch: one sealed block for each column, so that each can be read alone. */
export interface Chunk {
  startAt: number
  /** The time of the last record. */
  endAt: number
  count: number
  times: Buffer
  arrivals: Buffer
  columns: ReadonlyMap<string, ChunkColumn>
}

interface ChunkColumn {
  values: Buffer
  /** From narrow buckets to wide ones; none for a column with few numbers. */
  summaries: readonly SummaryLevel[]
}

/** Throws a RangeError for a stretch without records, without order, or with columns of different lengths. */
export function encodeChunk({ at, receivedAt, columns }: ChunkRecords): Chunk {
  const startAt = at[0]
  const endAt = at[at.length - 1]
  if (startAt === undefined || endAt === undefined) throw new RangeError('A chunk has at least one record')
  const blocks = new Map<string, ChunkColumn>()
  for (const [field, values] of columns) {
    if (values.length !== at.length) throw new RangeError(`There is not one ${field} for each record`)
    blocks.set(field, { values: encodeColumn(values), summaries: encodeSummaries(at, drawnNumbers(values)) })
  }
  const times = encodeTimes(at)
  return { startAt, endAt, count: at.length, times, arrivals: encodeArrivals(receivedAt, at), columns: blocks }
}

/** All records of a chunk. Throws DamagedBlockError with the label and the name of the damaged block. */
export function decodeChunk(
  chunk: Chunk,
  label: string,
): { at: Float64Array; receivedAt: Float64Array; columns: Map<string, ColumnValue[]> } {
  const at = decodeTimes(chunk.times, `${label} times`)
  expectCount(at.length, chunk.count, `${label} times`)
  const receivedAt = decodeArrivals(chunk.arrivals, at, `${label} arrivals`)
  const columns = new Map<string, ColumnValue[]>()
  for (const [field, column] of chunk.columns) {
    const values = decodeColumn(column.values, `${label} ${field}`)
    expectCount(values.length, chunk.count, `${label} ${field}`)
    columns.set(field, values)
  }
  return { at, receivedAt, columns }
}

function expectCount(found: number, expected: number, label: string): void {
  if (found !== expected) throw new DamagedBlockError(label, `it has ${found} values instead of ${expected}`)
}
