import type { TableRow } from '../tables/table.ts'
import {
  type ExportedRow,
  type ExportPart,
  type ExportReader,
  createExportReader,
  createPartsReader,
} from '../telemetry/export-reader.ts'
import type { Chart } from '../widgets/chart.ts'

/** The file of a chart, as browser and portal write it from the exports of its sources. */

/** A column: the heading, and where its values come from. */
export interface CsvColumn {
  readonly heading: string
  readonly source: string
  readonly field: string
}

/** With what its heading is made of. */
export interface ChartColumn extends CsvColumn {
  readonly label: string
  readonly unit: string | undefined
}

/** The export of a source, piece by piece, or in parts that are moved in time. */
export type SourceExport = readonly [source: string, pieces: AsyncIterable<string> | readonly ExportPart[]]

/** Cells of one block: few enough to take little memory and time, many enough to be fast. */
const CELLS_A_BLOCK = 8_192

/** The heading of a series. */
export function csvHeading({ label, unit }: { readonly label: string; readonly unit?: string | undefined }): string {
  return unit === undefined ? label : `${label} (${unit})`
}

/** The columns of a chart, in the order of its series. */
export function chartColumns({ specifications }: Pick<Chart, 'specifications'>): ChartColumn[] {
  return Object.entries(specifications).flatMap(([source, list]) =>
    list.map(({ field, friendlyName: label, unit }) => ({
      heading: csvHeading({ label, unit }),
      label,
      unit,
      source,
      field,
    })),
  )
}

/** The rows of series as one table: one for each time of any source, with a cell for each series, empty where it has no value. */
export async function* joinExports(
  columns: readonly CsvColumn[],
  exports: readonly SourceExport[],
): AsyncGenerator<TableRow[], undefined> {
  const parts = exports.map(([source, pieces]) => partOf(source, pieces, columns))
  const rowsABlock = Math.ceil(CELLS_A_BLOCK / (columns.length + 1))
  let block: TableRow[] = []
  for (;;) {
    for (const { reader } of parts) await reader.ready()
    const at = parts.map(({ reader }) => reader.row()?.at).reduce(earlier, undefined)
    if (at === undefined) break
    const row = joinedRow(at, parts, columns.length)
    if (row !== undefined) block.push(row)
    if (block.length < rowsABlock) continue
    yield block
    block = []
  }
  yield block
  return undefined
}

interface Part {
  readonly reader: ExportReader
  /** Where the values of its rows go. */
  readonly places: readonly number[]
}

function partOf(source: string, pieces: SourceExport[1], columns: readonly CsvColumn[]): Part {
  const places = columns.flatMap((column, index) => (column.source === source ? [index] : []))
  const fields = places.map((index) => columns[index]?.field ?? '')
  const reader = isParts(pieces) ? createPartsReader(pieces, fields) : createExportReader(pieces, fields)
  return { places, reader }
}

function isParts(pieces: SourceExport[1]): pieces is readonly ExportPart[] {
  return Array.isArray(pieces)
}

/** The row of a time; undefined when none of its values is a number. */
function joinedRow(at: string, parts: readonly Part[], width: number): TableRow | undefined {
  const values = Array.from({ length: width }, (): number | null => null)
  for (const { reader, places } of parts) {
    const row: ExportedRow | undefined = reader.row()
    if (row?.at !== at) continue
    for (const [index, place] of places.entries()) {
      const text = row.values[index] ?? ''
      values[place] = text === '' ? null : Number(text)
    }
    reader.advance()
  }
  return values.some((value) => value !== null) ? [new Date(at), ...values] : undefined
}

/** ISO 8601 times in UTC sort as text. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
