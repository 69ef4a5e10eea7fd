import { SIM_CSV_COLUMNS_MAX, SIM_CSV_LINES_MAX, type SimRowField } from '@fieldwatch/contract/sims'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { DomainError } from '#platform/errors/domain-error.ts'
import { headingOf, isIccid, placeColumns, readColumns, type SimColumn } from './sim-columns.ts'

/** A line of a file, with the cells of the columns that are read. */
export interface SimCsvLine {
  /** Where it begins in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Whether it has more cells than there are columns. */
  readonly overlong: boolean
}

export interface SimCsv {
  /** Every column of the file. */
  readonly columns: readonly SimColumn[]
  /** Those that are read, in the order of the cells of a line. */
  readonly read: readonly SimColumn[]
  readonly lines: readonly SimCsvLine[]
  /** False when the first line is a card. */
  readonly headed: boolean
}

type Chosen = Readonly<Record<string, SimRowField | null>>

/** The most characters of a line: no list of an operator has a hundredth of it. */
const LINE_MAX = 64 * 1024

/** Longer cells are cut: no valid cell is as long. */
const CELL_MAX = 1000

const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * Reads a CSV file, whatever separates its cells. The time it takes grows with its size, whatever is in it.
 * @throws DomainError sim/import-unreadable, with a sentence that says what is wrong
 */
export function readSimCsv(csv: string, chosen?: Chosen): SimCsv {
  const { text, delimiter, skipped } = withDelimiter(csv.replace(/^\uFEFF/, ''))
  let layout: Layout | undefined
  const lines: SimCsvLine[] = []
  readRecords(text, delimiter, (cells, line) => {
    const isFirst = layout === undefined
    layout ??= layOut(cells, chosen)
    if (isFirst && layout.headed) return
    if (lines.length === SIM_CSV_LINES_MAX) {
      throw unreadable(`The file has more than ${SIM_CSV_LINES_MAX.toLocaleString('en')} lines. Import it in parts.`)
    }
    lines.push({
      line: line + skipped,
      cells: layout.places.map((place) => (cells[place] ?? '').slice(0, CELL_MAX)),
      overlong: cells.length > layout.columns.length,
    })
  })
  if (layout === undefined) throw unreadable('The file is empty.')
  if (lines.length === 0) throw unreadable('The file has headings and no line below them.')
  const { columns, places, headed } = layout
  return { columns, read: columns.filter((_, place) => places.includes(place)), lines, headed }
}

interface Layout {
  readonly columns: readonly SimColumn[]
  /** The places of the columns that are read. */
  readonly places: readonly number[]
  readonly headed: boolean
}

/** Says what the columns are, by the first line of the file. */
function layOut(cells: readonly string[], chosen: Chosen | undefined): Layout {
  if (cells.length > SIM_CSV_COLUMNS_MAX) throw unreadable(`The file has more than ${SIM_CSV_COLUMNS_MAX} columns.`)
  const headed = !cells.some(isIccid)
  const columns = headed ? readColumns(cells.map(headingOf), chosen) : placeColumns(cells, chosen)
  if (!columns.some(({ field }) => field === 'iccid')) {
    throw new DomainError('sim/import-unreadable', {
      message: 'None of the headings in the first line is the ICCID.',
      details: { headings: columns.map(({ heading }) => heading) },
    })
  }
  return { columns, places: columns.flatMap(({ field }, place) => (field === null ? [] : [place])), headed }
}

/** A spreadsheet may say in a first line what separates the cells: `sep=;`. */
function withDelimiter(csv: string): { text: string; delimiter: string; skipped: number } {
  const told = /^"?sep=(.)"?\r?\n/i.exec(csv)
  if (told?.[1] !== undefined) return { text: csv.slice(told[0].length), delimiter: told[1], skipped: 1 }
  const beginning = csv.slice(0, LINE_MAX).split(/\r\n|\r|\n/)
  const headings = beginning.find((line) => line.trim() !== '') ?? ''
  const unquoted = headings.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => unquoted.split(delimiter).length
  const [delimiter] = DELIMITERS.toSorted((left, right) => count(right) - count(left))
  return { text: csv, delimiter: delimiter ?? ',', skipped: 0 }
}

interface WithInfo {
  record: string[]
  /** Bytes up to the end of the record, its line break included. */
  info: { bytes: number }
}

/** Calls `take` with each record that is not empty, and the line that it begins on. */
function readRecords(text: string, delimiter: string, take: (cells: readonly string[], line: number) => void): void {
  const bytes = Buffer.from(text)
  const breaks = createBreakCounter(bytes)
  const options: Options = {
    delimiter,
    // Further delimiters belong to the last cell, and so to the size of the line.
    ignore_last_delimiters: SIM_CSV_COLUMNS_MAX + 1,
    info: true,
    max_record_size: LINE_MAX,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (given) => {
      // With `info` each record comes with its position.
      const { record, info } = given as unknown as WithInfo
      const isEnded = isBreak(bytes, info.bytes - 1)
      take(record, breaks.before(info.bytes) - breaksIn(record) + (isEnded ? 0 : 1))
      // Keeps the parser from collecting records.
      return null
    },
  }
  try {
    parse(bytes, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new DomainError('sim/import-unreadable', { message: sentenceOf(error), cause: error })
  }
}

function sentenceOf(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quotation mark is opened in it and never closed.'
    case 'CSV_MAX_RECORD_SIZE':
      return 'A line of it has more than 64 KiB, or a quotation mark is opened in it and never closed.'
    default:
      return 'It cannot be read as CSV.'
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Counts the line breaks of a file up to places that are asked for in order. */
function createBreakCounter(bytes: Uint8Array) {
  let at = 0
  let count = 0
  return {
    before: (end: number): number => {
      for (; at < end; at += 1) if (isBreak(bytes, at)) count += 1
      return count
    },
  }
}

/** CR LF counts once, at the LF. */
function isBreak(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

function unreadable(message: string): DomainError {
  return new DomainError('sim/import-unreadable', { message })
}
