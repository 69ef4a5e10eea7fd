import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { type ChunkRecords, decodeChunk, encodeChunk } from '#records/chunks/chunk.ts'
import type { ColumnValues } from '#records/chunks/column.ts'
import { gatherRecords, sliceRecords, splitRecords } from '#records/chunks/gather-records.ts'
import { mergeRecords } from '#records/chunks/merge-records.ts'
import { memoryOfChunk, packChunk, type PackedChunk, unpackChunk } from './packed-chunk.ts'

/** Chunks and rows of one source that are to become chunks together. */
export interface Rebuild {
  /** The names of the chunks in errors, in their order. */
  readonly labels: readonly string[]
  readonly chunks: readonly PackedChunk[]
  readonly rows: PackedRows
  /** Records that arrived later than all others. */
  readonly over?: OverRecords | undefined
  /** Leaves out what arrived at one of these times. */
  readonly without?: ReadonlySet<number> | undefined
  /** A time at which a chunk ends; undefined: as few chunks as possible. */
  readonly splitAt: number | undefined
}

/** Rows in the order of time. */
export interface PackedRows {
  readonly at: Float64Array<ArrayBuffer>
  readonly receivedAt: Float64Array<ArrayBuffer>
  /** The fields of each, one JSON object a line. */
  readonly json: string
}

/** Records by time that arrived at once. */
export interface OverRecords {
  readonly at: Float64Array
  readonly receivedAt: number
  readonly columns: ReadonlyMap<string, ColumnValues>
}

export interface RebuiltChunk {
  readonly chunk: PackedChunk
  readonly firstReceivedAt: number
  readonly lastReceivedAt: number
}

/** Merges chunks and rows into as few chunks as possible. Throws DamagedBlockError. */
export function rebuildChunks({ labels, chunks, rows, over, without, splitAt }: Rebuild): RebuiltChunk[] {
  const stored = chunks.map((chunk, index) => compactNumbers(decodeChunk(unpackChunk(chunk), labels[index] ?? '')))
  const merged = [...stored, recordsOfRows(rows), ...(over === undefined ? [] : [recordsOver(over)])].reduce(
    mergeOrAppend,
    NO_RECORDS,
  )
  const all = without === undefined ? merged : leaveOut(merged, without)
  if (all.at.length === 0) return []
  const sides = splitAt === undefined ? [all] : sidesOf(all, splitAt)
  return sides.flatMap(splitRecords).map((piece) => ({
    chunk: packChunk(encodeChunk(piece)),
    firstReceivedAt: piece.receivedAt.reduce((least, at) => Math.min(least, at), Infinity),
    lastReceivedAt: piece.receivedAt.reduce((most, at) => Math.max(most, at), -Infinity),
  }))
}

export function memoryOfRebuilt(rebuilt: readonly RebuiltChunk[]): ArrayBuffer[] {
  return rebuilt.flatMap(({ chunk }) => memoryOfChunk(chunk))
}

function recordsOver({ at, receivedAt, columns }: OverRecords): ChunkRecords {
  return { at, receivedAt: new Float64Array(at.length).fill(receivedAt), columns }
}

function leaveOut({ at, receivedAt, columns }: ChunkRecords, arrived: ReadonlySet<number>): ChunkRecords {
  const kept = Array.from(receivedAt.keys()).filter((place) => !arrived.has(receivedAt[place] ?? 0))
  const pick = (values: Float64Array): Float64Array => Float64Array.from(kept, (place) => values[place] ?? 0)
  const left = Array.from(columns, ([field, values]): [string, ColumnValues] => [
    field,
    values instanceof Float64Array ? pick(values) : kept.map((place) => values[place]),
  ])
  // Drops columns that only these had.
  const filled = left.filter(([, values]) => values instanceof Float64Array || values.some((one) => one !== undefined))
  return { at: pick(at), receivedAt: pick(receivedAt), columns: new Map(filled) }
}

function sidesOf(records: ChunkRecords, time: number): ChunkRecords[] {
  const place = records.at.findIndex((at) => at >= time)
  if (place <= 0) return [records]
  return [sliceRecords(records, 0, place), sliceRecords(records, place, records.at.length)]
}

function recordsOfRows({ at, receivedAt, json }: PackedRows): ChunkRecords {
  const lines = at.length === 0 ? [] : json.split('\n')
  if (lines.length !== at.length) throw new RangeError('There is not one line for each row')
  return gatherRecords(
    lines.map((line, index) => ({
      at: at[index] ?? 0,
      receivedAt: receivedAt[index] ?? 0,
      fields: JSON.parse(line) as Record<string, FieldValue>,
    })),
  )
}

const NO_RECORDS: ChunkRecords = { at: new Float64Array(0), receivedAt: new Float64Array(0), columns: new Map() }

function mergeOrAppend(earlier: ChunkRecords, later: ChunkRecords): ChunkRecords {
  if (earlier.at.length === 0) return later
  if (later.at.length === 0) return earlier
  return (earlier.at.at(-1) ?? 0) < (later.at[0] ?? 0) ? append(earlier, later) : mergeRecords(earlier, later)
}

/** One stretch of two that do not touch. */
function append(earlier: ChunkRecords, later: ChunkRecords): ChunkRecords {
  const columns = new Map<string, ColumnValues>()
  const absent = (count: number): ColumnValues => Array.from({ length: count }, () => undefined)
  for (const field of new Set([...earlier.columns.keys(), ...later.columns.keys()])) {
    const before = earlier.columns.get(field) ?? absent(earlier.at.length)
    const behind = later.columns.get(field) ?? absent(later.at.length)
    const areNumbers = before instanceof Float64Array && behind instanceof Float64Array
    columns.set(field, areNumbers ? concat(before, behind) : [...before, ...behind])
  }
  return { at: concat(earlier.at, later.at), receivedAt: concat(earlier.receivedAt, later.receivedAt), columns }
}

function concat(one: Float64Array, other: Float64Array): Float64Array {
  const whole = new Float64Array(one.length + other.length)
  whole.set(one)
  whole.set(other, one.length)
  return whole
}

/** Turns columns of nothing but numbers into Float64Arrays, which take a fraction of the memory. */
function compactNumbers({ at, receivedAt, columns }: ChunkRecords): ChunkRecords {
  const compact = Array.from(columns, ([field, values]): [string, ColumnValues] => [
    field,
    isNumbers(values) ? Float64Array.from(values) : values,
  ])
  return { at, receivedAt, columns: new Map(compact) }
}

function isNumbers(values: ColumnValues): values is readonly number[] | Float64Array {
  return values instanceof Float64Array || values.every((value) => typeof value === 'number')
}
