import { deserialize, serialize } from 'node:v8'
import type { StoredFieldType } from '#platform/database/tables.ts'
import type { ColumnValues } from '#records/chunks/column.ts'
import { FEWEST_RECORDS, type NewRows, rowsOf } from '#records/store/encode-stretch.ts'
import { memoryOfRecords } from '#records/store/packed-chunk.ts'
import type { SourceColumns } from './source-columns.ts'

/**
 * The records of one source in a body, on their way from the thread that decoded them to the one that encodes them; nothing in
 * between looks at each value.
 */
export interface SourceRecords {
  readonly source: string
  /** How many records came, including those that a later one with the same time replaced. */
  readonly count: number
  readonly types: ReadonlyMap<string, StoredFieldType>
  /** The records have no time: theirs count from 0, and the time of arrival is added. */
  readonly isTimedByArrival: boolean
  /** Rows when the records are few, or have to be looked at one by one. */
  readonly content: { readonly rows: NewRows } | { readonly stretch: PackedStretch }
}

export interface PackedStretch {
  /** The first and the last time, epoch milliseconds. */
  readonly startAt: number
  readonly endAt: number
  readonly packed: PackedColumns
}

export interface PackedColumns {
  readonly at: Float64Array
  /** Columns of numbers, transferred without looking at their values. */
  readonly numbers: ReadonlyMap<string, Float64Array>
  /** The other columns, serialised; undefined when there are none. */
  readonly others: Uint8Array<ArrayBuffer> | undefined
}

/** Further columns are serialised, whatever they hold. */
const MOST_BY_THEMSELVES = 256

type Stretch = Pick<SourceColumns, 'at' | 'columns'>

/** The source with the position of the unit; its records are looked at one by one. */
const LOCATION = 'location'

export function packRecords({ source, count, types, at, columns, ...given }: SourceColumns): SourceRecords {
  const isShort = at.length < FEWEST_RECORDS || source === LOCATION
  const content = isShort
    ? { rows: rowsOf(at, columns, Array.from(at.keys())) }
    : { stretch: { startAt: at[0] ?? 0, endAt: at.at(-1) ?? 0, packed: packColumns({ at, columns }) } }
  return { source, count, types, isTimedByArrival: given.isTimedByArrival === true, content }
}

/** The unpacked stretch, its times shifted by so many milliseconds. */
export function unpackStretch({ at, numbers, others }: PackedColumns, later: number): Stretch {
  const rest = others === undefined ? [] : (deserialize(others) as Stretch['columns'])
  return { at: later === 0 ? at : at.map((time) => time + later), columns: new Map([...numbers, ...rest]) }
}

/** The memory to transfer with the records. */
export function memoryOfSourceRecords({ content }: SourceRecords): ArrayBuffer[] {
  if ('rows' in content) return memoryOfRecords({ at: content.rows.at, columns: new Map() })
  return memoryOfPacked(content.stretch.packed)
}

export function memoryOfPacked({ at, numbers, others }: PackedColumns): ArrayBuffer[] {
  return [...memoryOfRecords({ at, columns: numbers }), ...(others === undefined ? [] : [others.buffer])]
}

/** The stretch as it is handed over: its memory goes with it. */
export function packColumns({ at, columns }: Stretch): PackedColumns {
  const numbers = new Map<string, Float64Array>()
  const others = new Map<string, ColumnValues>()
  for (const [field, values] of columns) {
    if (values instanceof Float64Array && columns.size <= MOST_BY_THEMSELVES) numbers.set(field, values)
    else others.set(field, values)
  }
  return { at, numbers, others: others.size === 0 ? undefined : ownMemory(serialize(others)) }
}

function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const own = new Uint8Array(bytes.length)
  own.set(bytes)
  return own
}
