import { pickNumbers, pickRecords } from '#records/chunks/merge-records.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'
import { type FieldValue, toNumber } from '@fieldwatch/contract/telemetry/data'
import type { NumberBlock, StoredRecord } from './record-reader.ts'
import type { ClosedRange } from './chunk-store.ts'
import type { DecodedChunk } from './decoded-chunk.ts'
import { compareNames } from './field-order.ts'

/** Consecutive records in the order of time, from rows or chunks. */
export interface Stretch {
  readonly at: Float64Array
  readonly receivedAt: Float64Array
  /** Loads fields of the records that are stored by column. */
  load(fields: readonly string[] | 'all'): Promise<void>
  /** Null for a field that the record does not have. The field was loaded. */
  valueOf(field: string, index: number): FieldValue
  /** All fields were loaded. */
  recordAt(index: number): StoredRecord
  /** The record itself when it is a row, otherwise its index in its chunk. */
  storedAt(index: number): StoredRecord | number
}

/** Records that are rows. */
export function stretchOfRows(rows: readonly StoredRecord[]): Stretch {
  const parsed: (Readonly<Record<string, FieldValue>> | undefined)[] = []
  return {
    at: Float64Array.from(rows, ({ at }) => at),
    receivedAt: Float64Array.from(rows, ({ receivedAt }) => receivedAt),
    load: async () => {},
    valueOf: (field, index) => {
      const values = (parsed[index] ??= JSON.parse(rowAt(rows, index).fields) as Record<string, FieldValue>)
      return Object.hasOwn(values, field) ? (values[field] ?? null) : null
    },
    recordAt: (index) => rowAt(rows, index),
    storedAt: (index) => rowAt(rows, index),
  }
}

/** Records of a chunk. */
export function stretchOfChunk(
  chunk: DecodedChunk,
  loadColumns: (fields: readonly string[]) => Promise<unknown>,
): Stretch {
  const { at, receivedAt, columns, description } = chunk
  const names = [...description.levels.keys()].sort(compareNames)
  const keys = names.map((name) => `${JSON.stringify(name)}:`)
  return {
    at,
    receivedAt,
    load: async (fields) => {
      await loadColumns(fields === 'all' ? names : fields)
    },
    valueOf: (field, index) => columns.get(field)?.[index] ?? null,
    recordAt: (index) => {
      let fields = ''
      for (const [place, name] of names.entries()) {
        const value = columns.get(name)?.[index]
        if (value === undefined) continue
        fields += `${fields === '' ? '' : ','}${keys[place]}${JSON.stringify(value)}`
      }
      return { at: at[index] ?? 0, receivedAt: receivedAt[index] ?? 0, fields: `{${fields}}` }
    },
    storedAt: (index) => index,
  }
}

/** Merges two stretches. Of records with the same time the later arrival counts, and of equal arrivals the one of `later`. */
export function mergeStretches(earlier: Stretch, later: Stretch): Stretch {
  if (later.at.length === 0) return earlier
  const picks = pickRecords(earlier, later)
  const { isLater, places } = picks
  const sideOf = (index: number): Stretch => (isLater[index] === 1 ? later : earlier)
  return {
    at: pickNumbers(picks, earlier.at, later.at),
    receivedAt: pickNumbers(picks, earlier.receivedAt, later.receivedAt),
    load: async (fields) => {
      await earlier.load(fields)
      await later.load(fields)
    },
    valueOf: (field, index) => sideOf(index).valueOf(field, places[index] ?? 0),
    recordAt: (index) => sideOf(index).recordAt(places[index] ?? 0),
    storedAt: (index) => sideOf(index).storedAt(places[index] ?? 0),
  }
}

/** The part of a stretch that lies in a range. */
export function within(stretch: Stretch, { start, end }: ClosedRange): Stretch {
  const from = firstAtOrAfter(stretch.at, start)
  const to = firstAtOrAfter(stretch.at, end + 1)
  if (from === 0 && to === stretch.at.length) return stretch
  return {
    at: stretch.at.subarray(from, to),
    receivedAt: stretch.receivedAt.subarray(from, to),
    load: (fields) => stretch.load(fields),
    valueOf: (field, index) => stretch.valueOf(field, from + index),
    recordAt: (index) => stretch.recordAt(from + index),
    storedAt: (index) => stretch.storedAt(from + index),
  }
}

/** Fields of a stretch as numbers, NaN without one. They must be loaded. */
export function numbersOfStretch(stretch: Stretch, fields: readonly string[]): NumberBlock {
  const columns = fields.map((field) =>
    Float64Array.from(stretch.at, (_, index) => toNumber(stretch.valueOf(field, index))),
  )
  return { at: stretch.at, columns }
}

function rowAt(rows: readonly StoredRecord[], index: number): StoredRecord {
  const row = rows[index]
  if (row === undefined) throw new RangeError(`A stretch has no record ${index}`)
  return row
}
