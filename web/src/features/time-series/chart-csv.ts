import { alignSeries } from '#charts/align-series.ts'
import type { SeriesData } from '#charts/series-buffer.ts'
import type { PlannedLine } from './chart-plan.ts'

/** Everything that a CSV file is made of. */
export interface CsvWork {
  /** One a line. */
  readonly headings: readonly string[]
  readonly lines: readonly { readonly source: string; readonly field: string }[]
  /** The export of each source. */
  readonly exports: readonly (readonly [source: string, text: string])[]
}

/** Makes the file of some series from the exports of their sources. */
export function makeChartCsv({ headings, lines, exports }: CsvWork): Blob {
  return new Blob([writeChartCsv(headings, joinExports(lines, new Map(exports)))], { type: 'text/csv;charset=utf-8' })
}

/** Writes series as one table: a row for each time, a column for each series, empty where it has no value. */
export function writeChartCsv(headings: readonly string[], { x, columns }: SeriesData): string {
  const lines = [['messageUTC', ...headings].map(cell).join(',')]
  for (const [row, at] of x.entries()) {
    const values = columns.map((column) => (Number.isNaN(column[row]) ? '' : String(column[row])))
    if (values.some((value) => value !== '')) lines.push([new Date(at).toISOString(), ...values].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Reads the columns of these fields out of an export of a source. What is no number is missing. */
export function readExportCsv(text: string, fields: readonly string[]): SeriesData {
  const [head = '', ...rows] = text.split('\r\n').filter((line) => line !== '')
  const headings = cells(head)
  const places = fields.map((field) => headings.indexOf(field))
  const x = new Float64Array(rows.length)
  const columns = fields.map(() => new Float64Array(rows.length).fill(Number.NaN))
  for (const [row, line] of rows.entries()) {
    const values = cells(line)
    x[row] = Date.parse(values[0] ?? '')
    for (const [index, place] of places.entries()) {
      const column = columns[index]
      if (column !== undefined) column[row] = numberOf(values[place])
    }
  }
  return { x, columns }
}

/** Puts the exports of several sources side by side, in the order of the lines. */
export function joinExports(
  lines: readonly { readonly source: string; readonly field: string }[],
  exports: ReadonlyMap<string, string>,
): SeriesData {
  const parts = [...exports].map(([source, text]) => {
    const own = lines.flatMap((line, index) => (line.source === source ? [index] : []))
    return {
      own,
      data: readExportCsv(
        text,
        own.map((index) => lines[index]?.field ?? ''),
      ),
    }
  })
  const { x, columns } = alignSeries(parts.map(({ data }) => data))
  const order = parts.flatMap(({ own }) => own)
  return {
    x,
    columns: lines.map((_line, index) => columns[order.indexOf(index)] ?? new Float64Array(x.length).fill(NaN)),
  }
}

/** The heading of a series. */
export function csvHeading({ label, unit }: Pick<PlannedLine, 'label' | 'unit'>): string {
  return unit === undefined ? label : `${label} (${unit})`
}

/** A name that every file system takes: `unit-1_Water-level_2026-06-01T12-00-00Z.csv`. */
export function csvFileName(dataId: string, title: string, at: number): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${dataId}_${plain === '' ? 'chart' : plain}_${time}Z.csv`
}

/** A spreadsheet must not take a heading for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function cells(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

function numberOf(text: string | undefined): number {
  if (text === undefined || text === '') return Number.NaN
  if (text === 'true') return 1
  return text === 'false' ? 0 : Number(text)
}
