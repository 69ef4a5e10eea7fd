import { csvLine, type CsvValue } from '../text/csv.ts'

/** Files with rows, as portal and browser write them: described once, and written as CSV or as a workbook. */

export const FILE_FORMATS = ['csv', 'xlsx'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** A cell; a `Date` is a moment. */
export type TableCell = CsvValue | Date

export interface TableColumn {
  readonly heading: string
  /** How a spreadsheet shows its numbers and moments, such as `0.00`; as they are when left out. */
  readonly format?: string | undefined
  /** Some of its cells are moments. */
  readonly hasMoments?: boolean
}

export type TableRow = readonly TableCell[]

export interface Table {
  readonly columns: readonly TableColumn[]
  /** Rows as they are read, a few hundred at a time. */
  readonly blocks: AsyncIterable<readonly TableRow[]>
}

/** A table of its own in a file: the sheet of a workbook. */
export interface Sheet extends Table {
  readonly name: string
}

/**
 * Writes tables as CSV, piece by piece: one after the other, with an empty line and headings before each further one.
 * @param momentText writes epoch milliseconds as ISO 8601
 */
export async function* writeCsv(tables: readonly Table[], momentText = toIso): AsyncGenerator<string> {
  for (const [place, { columns, blocks }] of tables.entries()) {
    yield (place === 0 ? '' : '\r\n') + csvLine(columns.map(({ heading }) => heading))
    for await (const rows of blocks) {
      yield rows
        .map((row) => csvLine(row.map((cell) => (cell instanceof Date ? momentText(cell.getTime()) : cell))))
        .join('')
    }
  }
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}
