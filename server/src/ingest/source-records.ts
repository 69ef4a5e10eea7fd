import { deserialize, serialize } from 'node:v8'
import type { FieldType } from '@fieldwatch/contract/data'
import { FEWEST_RECORDS, type NewRows, rowsOf } from '#chunk-store/encode-stretch.ts'
import type { SourceColumns } from './source-columns.ts'

/**
 * The records that a body has of one source, as they pass from the thread that decoded them to the one that encodes them: what is in
 * between need not look at each value.
 */
export interface SourceRecords {
  readonly source: string
  /** How many records there were, those included that another one with the same time replaced. */
  readonly count: number
  readonly types: ReadonlyMap<string, FieldType>
  /** The records come without a time: theirs count from 0, and the time of their arrival is added. */
  readonly isTimedByArrival: boolean
  /** Rows when there are few, or when they are looked at one by one. */
  readonly content: { readonly rows: NewRows } | { readonly stretch: PackedStretch }
}

export interface PackedStretch {
  /** The first and the last time, epoch milliseconds. */
  readonly startAt: number
  readonly endAt: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

type Stretch = Pick<SourceColumns, 'at' | 'columns'>

/** Its records tell where the unit is, so they are looked at one by one. */
const LOCATION = 'location'

export function packRecords({ source, count, types, at, columns, ...given }: SourceColumns): SourceRecords {
  const isShort = at.length < FEWEST_RECORDS || source === LOCATION
  const content = isShort
    ? { rows: rowsOf(at, columns, Array.from(at.keys())) }
    : { stretch: { startAt: at[0] ?? 0, endAt: at.at(-1) ?? 0, bytes: pack({ at, columns }) } }
  return { source, count, types, isTimedByArrival: given.isTimedByArrival === true, content }
}

/** The stretch again, each time later by so many milliseconds. */
export function unpackStretch(bytes: Uint8Array, later: number): Stretch {
  const { at, columns } = deserialize(bytes) as Stretch
  return { at: later === 0 ? at : at.map((time) => time + later), columns }
}

/** Memory that can be handed over with the records. */
export function memoryOfSourceRecords({ content }: SourceRecords): ArrayBuffer[] {
  const { buffer } = 'rows' in content ? content.rows.at : content.stretch.bytes
  return buffer instanceof ArrayBuffer ? [buffer] : []
}

function pack(stretch: Stretch): Uint8Array<ArrayBuffer> {
  const bytes = serialize(stretch)
  const own = new Uint8Array(bytes.length)
  own.set(bytes)
  return own
}
