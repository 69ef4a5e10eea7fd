import type { CsvValue } from '../text/csv.ts'
import type { ReportFormat } from './report-formats.ts'
import type { ReportDefinition } from './reports.ts'

/** What the rows of a report are made by; a column that is left empty has no value. */
type ReportLayout = Pick<ReportDefinition, 'columns' | 'values' | 'formats' | 'includeCoordinates'>

/** What is over the column with where the unit was. */
export const COORDINATES_HEADER = 'coordinates'

export function reportHeaders({ columns, includeCoordinates }: ReportLayout): string[] {
  return includeCoordinates ? [...columns, COORDINATES_HEADER] : [...columns]
}

/** The cells of one occurrence, without its coordinates; `valueOf` returns its value in a column. */
export function reportCells<Cell>(
  { values, formats }: ReportLayout,
  valueOf: (column: string) => CsvValue,
  write: (value: CsvValue, format: ReportFormat | '', column: string) => Cell,
): (Cell | '')[] {
  return values.map((column, index) => (column === '' ? '' : write(valueOf(column), formats[index] ?? '', column)))
}

/** One position, to a centimetre. */
export function positionText(latitude: number, longitude: number): string {
  return `${toCentimetre(latitude)} ${toCentimetre(longitude)}`
}

/** The positions of one cell, by time. */
export function coordinatesText(positions: readonly string[]): string {
  return positions.join('; ')
}

function toCentimetre(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
