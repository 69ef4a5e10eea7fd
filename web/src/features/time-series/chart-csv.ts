import { csvLine } from '@fieldwatch/contract/csv'
import { type ExportedRow, type ExportReader, createExportReader } from './export-reader.ts'
import type { PlannedLine } from './chart-plan.ts'

/** The input of a CSV file. */
export interface CsvWork {
  /** One a line. */
  readonly headings: readonly string[]
  readonly lines: readonly { readonly source: string; readonly field: string }[]
  /** The export of each source that has one. */
  readonly exports: readonly (readonly [source: string, file: Blob])[]
}

/** Makes the file of some series from the exports of their sources, however long they are. */
export function makeChartCsv(work: CsvWork): Promise<Blob> {
  const texts = joinExports(work)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await texts.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/csv;charset=utf-8' } }).blob()
}

/** Rows of one piece of text: few enough to take little memory, many enough to be fast. */
const ROWS_A_PIECE = 4096

/**
 * Writes series as one table, piece by piece: a row for each time of any source, a column for each series, empty where it
 * has no value.
 */
async function* joinExports({ headings, lines, exports }: CsvWork): AsyncGenerator<string, undefined> {
  yield csvLine(['messageUTC', ...headings])
  const parts = exports.map(([source, file]) => partOf(source, file, lines))
  let piece: string[] = []
  for (;;) {
    for (const { reader } of parts) await reader.ready()
    const at = parts.map(({ reader }) => reader.row()?.at).reduce(earlier, undefined)
    if (at === undefined) break
    piece.push(joinedRow(at, parts, lines.length))
    if (piece.length < ROWS_A_PIECE) continue
    yield piece.join('')
    piece = []
  }
  yield piece.join('')
  return undefined
}

interface Part {
  readonly reader: ExportReader
  /** Where the values of its rows go. */
  readonly columns: readonly number[]
}

function partOf(source: string, file: Blob, lines: CsvWork['lines']): Part {
  const columns = lines.flatMap((line, index) => (line.source === source ? [index] : []))
  const fields = columns.map((index) => lines[index]?.field ?? '')
  return { columns, reader: createExportReader(file.stream(), fields) }
}

/** The row of a time; empty when none of its values is a number. */
function joinedRow(at: string, parts: readonly Part[], width: number): string {
  const values = Array.from({ length: width }, () => '')
  for (const { reader, columns } of parts) {
    const row: ExportedRow | undefined = reader.row()
    if (row?.at !== at) continue
    for (const [index, column] of columns.entries()) values[column] = row.values[index] ?? ''
    reader.advance()
  }
  return values.some((value) => value !== '') ? `${at},${values.join(',')}\r\n` : ''
}

/** ISO 8601 times in UTC sort as text. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
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
