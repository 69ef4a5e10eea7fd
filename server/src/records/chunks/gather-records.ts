import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { ChunkRecords } from './chunk.ts'
import type { ColumnValue, ColumnValues } from './column.ts'

interface GatheredRecord {
  at: number
  receivedAt: number
  fields: Readonly<Record<string, FieldValue>>
}

/** Turns records, ordered by time, into columns. */
export function gatherRecords(records: readonly GatheredRecord[]): ChunkRecords {
  const columns = new Map<string, ColumnValue[]>()
  records.forEach(({ fields }, index) => {
    for (const [field, value] of Object.entries(fields)) {
      let column = columns.get(field)
      if (column === undefined) columns.set(field, (column = Array.from({ length: records.length }, () => undefined)))
      column[index] = value
    }
  })
  return {
    at: Float64Array.from(records, ({ at }) => at),
    receivedAt: Float64Array.from(records, ({ receivedAt }) => receivedAt),
    columns,
  }
}

/** The most records of a chunk: 18 hours at one a second, so that a month is some forty chunks. */
const MOST_RECORDS = 65_536
/** The most values of a chunk, which bounds what is in memory while one is made. */
const MOST_VALUES = 2 ** 20

/** How many records a chunk holds at most when they have so many fields. */
export function recordsPerChunk(fields: number): number {
  return Math.min(MOST_RECORDS, Math.max(1, Math.floor(MOST_VALUES / Math.max(fields, 1))))
}

/** Cuts a stretch into stretches of equal length, none longer than a chunk may be. A column without a value is left out of a piece. */
export function splitRecords(records: ChunkRecords): ChunkRecords[] {
  const count = records.at.length
  const pieces = Math.ceil(count / recordsPerChunk(records.columns.size))
  return Array.from({ length: pieces }, (_, piece) =>
    sliceRecords(records, Math.floor((piece * count) / pieces), Math.floor(((piece + 1) * count) / pieces)),
  )
}

/** The records of a stretch from an index up to another, in the same memory. A column without a value there is left out. */
export function sliceRecords({ at, receivedAt, columns }: ChunkRecords, from: number, to: number): ChunkRecords {
  const sliced = new Map<string, ColumnValues>()
  for (const [field, values] of columns) {
    const part = partOf(values, from, to)
    if (part.some((value) => value !== undefined)) sliced.set(field, part)
  }
  return { at: at.subarray(from, to), receivedAt: receivedAt.subarray(from, to), columns: sliced }
}

/** Some values of a column; numbers without gaps share its memory. */
export function partOf(values: ColumnValues, from: number, to: number): ColumnValues {
  return values instanceof Float64Array ? values.subarray(from, to) : values.slice(from, to)
}
