import { firstAtOrAfter } from '#records/chunks/times.ts'
import { encodeChunk } from '#records/chunks/chunk.ts'
import type { ColumnValues } from '#records/chunks/column.ts'
import { partOf, splitRecords } from '#records/chunks/gather-records.ts'
import type { ClosedRange } from './chunk-store.ts'
import { compareNames } from './field-order.ts'
import type { LateRecords } from './late-records-store.ts'
import { memoryOfChunk, packChunk, type PackedChunk } from './packed-chunk.ts'

/** Where records are stored. */
export interface OccupiedRange extends ClosedRange {
  /** They are in a chunk: further ones can be late records. */
  readonly isChunk?: boolean
}

/** A stretch of one source that arrived at once, and the ranges where records of the source are stored. */
export interface NewStretch {
  readonly at: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
  /** In the order of time. */
  readonly occupied: readonly OccupiedRange[]
  /** Whether the last record stays a row, because it is the newest of the source. */
  readonly keepsLast: boolean
}

/** The encoded stretch. The times of arrival in the chunks are placeholders: all of it arrives at once. */
export interface EncodedStretch {
  readonly chunks: readonly PackedChunk[]
  /** Records that lie among those of chunks, each part within one. */
  readonly late: readonly LateRecords[]
  /** Records that lie among others, or are too few for a chunk. */
  readonly rows: NewRows
}

export interface NewRows {
  readonly at: Float64Array
  /** The fields of each, one JSON object a line. */
  readonly json: string
}

/** A shorter stretch is stored in rows. */
export const FEWEST_RECORDS = 300
/** Fewer records within a chunk are stored in rows. */
const FEWEST_LATE = 16
/** More are stored in parts, so that a short range does not read all of them. */
const MOST_LATE = 2_048

/** Encodes the parts of a stretch that overlap no other records as chunks. */
export function encodeStretch({ at, columns, occupied, keepsLast }: NewStretch): EncodedStretch {
  const chunks: PackedChunk[] = []
  const late: LateRecords[] = []
  const rows: number[] = []
  const last = keepsLast ? at.length - 1 : at.length
  for (const { from, to, isFree, isLate } of piecesOf(at.subarray(0, last), occupied)) {
    if (isFree && to - from >= FEWEST_RECORDS) {
      const receivedAt = new Float64Array(to - from)
      const piece = { at: at.subarray(from, to), receivedAt, columns: sliceColumns(columns, from, to) }
      for (const part of splitRecords(piece)) chunks.push(packChunk(encodeChunk(part)))
    } else if (isLate && to - from >= FEWEST_LATE) {
      for (let start = from; start < to; start += MOST_LATE) {
        late.push(lateOf(rowsOf(at, columns, indicesOf(start, Math.min(to, start + MOST_LATE)))))
      }
    } else for (let index = from; index < to; index += 1) rows.push(index)
  }
  for (let index = last; index < at.length; index += 1) rows.push(index)
  return { chunks, late, rows: rowsOf(at, columns, rows) }
}

function lateOf({ at, json }: NewRows): LateRecords {
  return { startAt: at[0] ?? 0, endAt: at.at(-1) ?? 0, count: at.length, times: at.join(','), json }
}

function indicesOf(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

export function memoryOfStretch({ chunks, rows }: EncodedStretch): ArrayBuffer[] {
  const times = [rows.at.buffer].filter((buffer) => buffer instanceof ArrayBuffer)
  return [...chunks.flatMap(memoryOfChunk), ...times]
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly isFree: boolean
  readonly isLate: boolean
}

function* piecesOf(at: Float64Array, occupied: readonly OccupiedRange[]): Generator<Piece> {
  let from = 0
  for (const { start, end, isChunk = false } of occupied) {
    const first = Math.max(from, firstAtOrAfter(at, start))
    const behind = Math.max(first, firstAtOrAfter(at, end + 1))
    if (first > from) yield { from, to: first, isFree: true, isLate: false }
    if (behind > first) yield { from: first, to: behind, isFree: false, isLate: isChunk }
    from = behind
  }
  if (from < at.length) yield { from, to: at.length, isFree: true, isLate: false }
}

function sliceColumns(
  columns: ReadonlyMap<string, ColumnValues>,
  from: number,
  to: number,
): ReadonlyMap<string, ColumnValues> {
  const sliced = new Map<string, ColumnValues>()
  for (const [field, values] of columns) {
    const part = partOf(values, from, to)
    if (part instanceof Float64Array || part.some((value) => value !== undefined)) sliced.set(field, part)
  }
  return sliced
}

/** Some records of a stretch as rows. */
export function rowsOf(
  at: Float64Array,
  columns: ReadonlyMap<string, ColumnValues>,
  indices: readonly number[],
): NewRows {
  const ordered = [...columns].sort(([one], [other]) => compareNames(one, other))
  const keys = ordered.map(([field, values]) => [JSON.stringify(field), values] as const)
  const lines = indices.map((index) => {
    const pairs: string[] = []
    for (const [key, values] of keys) {
      const value = values[index]
      if (value !== undefined) pairs.push(`${key}:${typeof value === 'number' ? value : JSON.stringify(value)}`)
    }
    return `{${pairs.join(',')}}`
  })
  return { at: Float64Array.from(indices, (index) => at[index] ?? 0), json: lines.join('\n') }
}
