import { firstAtOrAfter } from '#records/chunks/times.ts'
import { encodeChunk } from '#records/chunks/chunk.ts'
import type { ColumnValues } from '#records/chunks/column.ts'
import { partOf, splitRecords } from '#records/chunks/gather-records.ts'
import type { ClosedRange } from './chunk-store.ts'
import { compareNames } from './field-order.ts'
import { memoryOfChunk, packChunk, type PackedChunk } from './packed-chunk.ts'

/** A stretch of one source that arrived at once, and the ranges where records of the source are stored. */
export interface NewStretch {
  readonly at: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
  /** In the order of time. */
  readonly occupied: readonly ClosedRange[]
  /** Whether the last record stays a row, because it is the newest of the source. */
  readonly keepsLast: boolean
}

/** The encoded stretch. The times of arrival in the chunks are placeholders: all of it arrives at once. */
export interface EncodedStretch {
  readonly chunks: readonly PackedChunk[]
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

/** Encodes the parts of a stretch that overlap no other records as chunks. */
export function encodeStretch({ at, columns, occupied, keepsLast }: NewStretch): EncodedStretch {
  const chunks: PackedChunk[] = []
  const rows: number[] = []
  const last = keepsLast ? at.length - 1 : at.length
  for (const { from, to, isFree } of piecesOf(at.subarray(0, last), occupied)) {
    if (isFree && to - from >= FEWEST_RECORDS) {
      const receivedAt = new Float64Array(to - from)
      const piece = { at: at.subarray(from, to), receivedAt, columns: sliceColumns(columns, from, to) }
      for (const part of splitRecords(piece)) chunks.push(packChunk(encodeChunk(part)))
    } else for (let index = from; index < to; index += 1) rows.push(index)
  }
  for (let index = last; index < at.length; index += 1) rows.push(index)
  return { chunks, rows: rowsOf(at, columns, rows) }
}

export function memoryOfStretch({ chunks, rows }: EncodedStretch): ArrayBuffer[] {
  const { buffer } = rows.at
  return [...chunks.flatMap(memoryOfChunk), ...(buffer instanceof ArrayBuffer ? [buffer] : [])]
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly isFree: boolean
}

function* piecesOf(at: Float64Array, occupied: readonly ClosedRange[]): Generator<Piece> {
  let from = 0
  for (const { start, end } of occupied) {
    const first = Math.max(from, firstAtOrAfter(at, start))
    const behind = Math.max(first, firstAtOrAfter(at, end + 1))
    if (first > from) yield { from, to: first, isFree: true }
    if (behind > first) yield { from: first, to: behind, isFree: false }
    from = behind
  }
  if (from < at.length) yield { from, to: at.length, isFree: true }
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
      if (value !== undefined) pairs.push(`${key}:${JSON.stringify(value)}`)
    }
    return `{${pairs.join(',')}}`
  })
  return { at: Float64Array.from(indices, (index) => at[index] ?? 0), json: lines.join('\n') }
}
