import { SIM_IMPORT_MAX, type SimRowField } from '@fieldwatch/contract/sims'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { DomainError } from '#errors/domain-error.ts'
import { type SimColumn, readColumns } from './sim-columns.ts'

/** A line of a file, by the heading of each cell. */
export interface SimCsvLine {
  /** In the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface SimCsv {
  readonly columns: readonly SimColumn[]
  readonly lines: readonly SimCsvLine[]
}

/** A file with more columns is none that an operator wrote. */
const NAMED_HEADINGS = 200

const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * Reads a CSV file with headings, whatever separates its cells.
 * @throws DomainError sim/import-unreadable, with a sentence that says what is wrong
 */
export function readSimCsv(csv: string, chosen?: Readonly<Record<string, SimRowField | null>>): SimCsv {
  const { text, delimiter, skipped } = withDelimiter(csv.replace(/^\uFEFF/, ''))
  const [first, ...rest] = parseLines(text, delimiter)
  if (first === undefined) throw unreadable('The file is empty.')
  const columns = readColumns(
    first.cells.map((cell) => cell.trim()),
    chosen,
  )
  if (!columns.some(({ field }) => field === 'iccid')) {
    throw new DomainError('sim/import-unreadable', {
      message: 'None of the headings in the first line is the ICCID.',
      details: { headings: columns.slice(0, NAMED_HEADINGS).map(({ heading }) => heading) },
    })
  }
  if (rest.length === 0) throw unreadable('The file has headings and no line below them.')
  if (rest.length > SIM_IMPORT_MAX) {
    throw unreadable(`The file has more than ${SIM_IMPORT_MAX.toLocaleString('en')} lines. Import it in parts.`)
  }
  return { columns, lines: rest.map(({ line, cells }) => ({ line: line + skipped, cells })) }
}

/** A spreadsheet may say in a first line what separates the cells: `sep=;`. */
function withDelimiter(csv: string): { text: string; delimiter: string; skipped: number } {
  const told = /^"?sep=(.)"?\r?\n/i.exec(csv)
  if (told?.[1] !== undefined) return { text: csv.slice(told[0].length), delimiter: told[1], skipped: 1 }
  const headings = csv.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? ''
  const unquoted = headings.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => unquoted.split(delimiter).length
  const [delimiter] = DELIMITERS.toSorted((left, right) => count(right) - count(left))
  return { text: csv, delimiter: delimiter ?? ',', skipped: 0 }
}

interface WithInfo {
  record: string[]
  info: { lines: number }
}

function parseLines(text: string, delimiter: string): SimCsvLine[] {
  const options: Options = {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // One more than is taken, so that it is noticed.
    to: SIM_IMPORT_MAX + 2,
  }
  try {
    // With `info` each record comes together with its place.
    const records = parse(text, options) as unknown as WithInfo[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The error carries the number of its line.
    const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const sentence = unclosed
      ? 'A quotation mark is opened in it and never closed.'
      : `Line ${error['lines'] as number} cannot be read.`
    throw new DomainError('sim/import-unreadable', { message: sentence, cause: error })
  }
}

function unreadable(message: string): DomainError {
  return new DomainError('sim/import-unreadable', { message })
}
