import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { CSV_COLUMNS_MAX } from '@fieldwatch/contract/text/imports'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import type { CsvColumn } from './csv-columns.ts'

/** A line of a file, with the cells of the columns that are read. */
export interface CsvLine {
  /** Where it begins in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Whether it has more cells than there are columns. */
  readonly overlong: boolean
}

/** What the columns of a file are. */
export interface CsvLayout<Column> {
  readonly columns: readonly Column[]
  /** False when the first line holds no headings. */
  readonly headed: boolean
}

export interface CsvFile<Column> extends CsvLayout<Column> {
  /** The columns that are read, in the order of the cells of a line. */
  readonly read: readonly Column[]
  readonly lines: readonly CsvLine[]
}

interface Refused extends ErrorOptions {
  readonly details?: { readonly headings: string[] }
}

interface Reading<Column> {
  /** Says what the columns are, by the first line of the file. */
  readonly layOut: (cells: readonly string[]) => CsvLayout<Column>
  /** The field that a file must have, and what is wrong without it. */
  readonly key: { readonly field: string; readonly missing: string }
  /** The most lines, without the headings. */
  readonly linesMax: number
  /** Longer cells are cut, as no valid one is. */
  readonly cellMax: number
  /** What is thrown with a sentence that says what is wrong. */
  readonly refuse: (message: string, options?: Refused) => Error
}

/** The most characters of a line: no list has a hundredth of it. */
const LINE_MAX = 64 * 1024

const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * Reads a CSV file, whatever separates its cells. The time it takes grows with its size, whatever is in it.
 * @throws what `refuse` makes
 */
export function readCsv<Column extends CsvColumn<string>>(
  csv: string,
  { layOut, key, linesMax, cellMax, refuse }: Reading<Column>,
): CsvFile<Column> {
  const { text, delimiter, skipped } = withDelimiter(csv.replace(/^\uFEFF/, ''))
  let layout: CsvLayout<Column> | undefined
  let places: readonly number[] = []
  const lines: CsvLine[] = []
  const take = (cells: readonly string[], line: number): void => {
    if (layout === undefined) {
      if (cells.length > CSV_COLUMNS_MAX) throw refuse(say('answers.file-columns', { count: CSV_COLUMNS_MAX }))
      layout = layOut(cells)
      if (!layout.columns.some(({ field }) => field === key.field)) {
        const headings = layout.columns.map(({ heading }) => heading)
        throw refuse(key.missing, { details: { headings } })
      }
      places = layout.columns.flatMap(({ field }, place) => (field === null ? [] : [place]))
      if (layout.headed) return
    }
    if (lines.length === linesMax) {
      throw refuse(say('answers.file-lines', { count: linesMax }))
    }
    lines.push({
      line: line + skipped,
      cells: places.map((place) => (cells[place] ?? '').slice(0, cellMax)),
      overlong: cells.length > layout.columns.length,
    })
  }
  try {
    readRecords(text, delimiter, take)
  } catch (error) {
    if (error instanceof CsvError) throw refuse(sentenceOf(error), { cause: error })
    throw error
  }
  return { ...laidOut(layout, lines, refuse), read: readOf(layout, places), lines }
}

function laidOut<Column>(
  layout: CsvLayout<Column> | undefined,
  lines: readonly CsvLine[],
  refuse: Reading<Column>['refuse'],
): CsvLayout<Column> {
  if (layout === undefined) throw refuse(sentenceOfCode('file/empty'))
  if (lines.length === 0) throw refuse(say('answers.import.no-lines'))
  return layout
}

function readOf<Column>(layout: CsvLayout<Column> | undefined, places: readonly number[]): readonly Column[] {
  return layout?.columns.filter((_, place) => places.includes(place)) ?? []
}

/** A spreadsheet may say in a first line what separates the cells: `sep=;`. */
function withDelimiter(csv: string): { text: string; delimiter: string; skipped: number } {
  const declared = /^"?sep=(.)"?\r?\n/i.exec(csv)
  if (declared?.[1] !== undefined) return { text: csv.slice(declared[0].length), delimiter: declared[1], skipped: 1 }
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
    ignore_last_delimiters: CSV_COLUMNS_MAX + 1,
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
  parse(bytes, options)
}

function sentenceOf(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return say('answers.import.never-closed')
    case 'CSV_MAX_RECORD_SIZE':
      return say('answers.import.line-size')
    default:
      return say('answers.import.not-csv')
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
