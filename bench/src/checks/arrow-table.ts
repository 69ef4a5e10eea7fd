import { tableFromIPC } from '@uwdata/flechette'

export interface SeriesTable {
  readonly t: Float64Array
  /** In the order in which the fields were asked for; NaN where a field has no point. */
  readonly columns: readonly Float64Array[]
}

export function readArrow(bytes: Uint8Array, fields: readonly string[]): SeriesTable {
  const table = tableFromIPC(bytes)
  const column = (name: string): Float64Array =>
    Float64Array.from(table.getChild(name).toArray() as ArrayLike<number | null>, (value) => value ?? Number.NaN)
  return { t: column('t'), columns: fields.map(column) }
}
