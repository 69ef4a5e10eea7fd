import {
  IMPORT_DELIMITERS,
  IMPORT_LINE_MAX,
  type ImportLayout,
  type ImportSettings,
  type ImportTimeFormat,
} from '../contract/record-imports.ts'
import { isUnit, withoutBrackets } from './column-unit.ts'
import { parseClock, parseTime } from './parse-time.ts'
import { readNumber } from './read-value.ts'
import { splitCells } from './split-cells.ts'

/** Where the table of a file is, and what its columns with times are. */
export interface FileLayout extends Pick<
  ImportSettings,
  'encoding' | 'lineBreak' | 'delimiter' | 'comment' | 'headingLine' | 'firstLine' | 'seriesColumn'
> {
  readonly timeColumn: number
  readonly clockColumn: number | null
  /** The order of dates that the file names, as in `dd.MM.yyyy`. */
  readonly dateOrder: ImportTimeFormat | null
}

type Delimiter = ImportSettings['delimiter']

/** The lines from which the layout is guessed; a file may have as many lines of titles. */
const LINES_LOOKED_AT = 400
/** How many of the last of these are looked at for records, which they are more likely to be. */
const RECORDS_LOOKED_AT = 100
/** Titles are looked for headings so far above the records. */
const HEADINGS_LOOKED_AT = 20

interface Row {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Guesses where the table of a file is, from its first lines. */
export function guessLayout(
  lines: readonly string[],
  { encoding, lineBreak, ...given }: ImportLayout & Pick<FileLayout, 'encoding' | 'lineBreak'>,
): FileLayout {
  const looked = lines.slice(0, LINES_LOOKED_AT)
  const comment = given.comment === undefined ? guessComment(looked) : given.comment
  const delimiter = given.delimiter ?? guessDelimiter(looked, comment)
  const rows = rowsOf(looked, { comment, delimiter })
  const counted = rows.slice(-RECORDS_LOOKED_AT)
  const time = timeIn(counted, given, looked, { comment, delimiter })
  const firstLine =
    given.firstLine ??
    Math.max(
      (given.headingLine ?? 0) + 1,
      (time === undefined ? undefined : firstWithTime(rows, time)) ?? firstWithoutHeadings(rows),
    )
  const records = rows.filter(({ line }) => line >= firstLine)
  const timeColumn = given.timeColumn ?? time?.column ?? 0
  const layout = { encoding, lineBreak, delimiter, comment, firstLine }
  const headingLine =
    given.headingLine === undefined
      ? guessHeadingLine(looked, { ...layout, timeColumn, width: widthOf(records) })
      : given.headingLine
  const headings =
    headingLine === null ? [] : cellsOf(withoutComment(looked[headingLine - 1] ?? '', comment), delimiter)
  const clockColumn = given.clockColumn === undefined ? guessClock(records, headings, timeColumn) : given.clockColumn
  const seriesColumn =
    given.seriesColumn === undefined ? guessSeries(records, headings, { timeColumn, clockColumn }) : given.seriesColumn
  const titles = looked.slice(0, firstLine - 1).map((line) => cellsOf(line, delimiter)[timeColumn] ?? '')
  const dateOrder = titles.map(orderInPattern).find((order) => order !== null) ?? null
  return { ...layout, headingLine, timeColumn, clockColumn, seriesColumn, dateOrder }
}

export function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells = splitCells(line, delimiter)
  return 'problem' in cells ? [] : cells
}

/** `sep=;` in the first line, as spreadsheets read it. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?;*$/i

const COMMENT_MARKS = ['#', '//', '%', '!'] as const

function guessComment(lines: readonly string[]): string | null {
  const filled = lines.filter((line) => line.trim() !== '')
  const found = COMMENT_MARKS.find((mark) => {
    const marked = filled.filter((line) => line.trimStart().startsWith(mark)).length
    return marked > 0 && marked < filled.length && !filled.at(-1)?.trimStart().startsWith(mark)
  })
  return found ?? null
}

/** A line without the mark of a comment: headings may be one. */
export function withoutComment(line: string, comment: string | null): string {
  const text = line.trimStart()
  return comment !== null && text.startsWith(comment) ? text.slice(comment.length).trimStart() : line
}

function rowsOf(
  lines: readonly string[],
  { comment, delimiter }: { comment: string | null; delimiter: Delimiter },
): Row[] {
  return lines.flatMap((text, index) => {
    const isLeftOut = text.trim() === '' || text.length > IMPORT_LINE_MAX || SEPARATOR_LINE.test(text)
    if (isLeftOut || (comment !== null && text.trimStart().startsWith(comment))) return []
    return [{ line: index + 1, cells: cellsOf(text, delimiter) }]
  })
}

/** The delimiter that leaves most lines a time among other cells, or else cuts most lines into equally many cells. */
function guessDelimiter(lines: readonly string[], comment: string | null): Delimiter {
  const named = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1]
  const known = IMPORT_DELIMITERS.find((delimiter) => delimiter === named)
  if (known !== undefined) return known
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of IMPORT_DELIMITERS) {
    const rows = rowsOf(lines, { comment, delimiter }).slice(-RECORDS_LOOKED_AT)
    const counts = rows.map(({ cells }) => cells.length)
    const usual = counts.toSorted((one, other) => one - other)[counts.length >> 1] ?? 1
    const timed = rows.filter(({ cells }) => cells.length > 1 && cells.some((cell) => isTimeCell(cell, 'date'))).length
    if (usual < 2 && timed === 0) continue
    const even = counts.filter((count) => count === usual).length / counts.length
    const score = timed / counts.length + (even + usual / 10_000) / 2
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** What the times of a column are: dates, digits of a date, seconds or milliseconds since 1970, or days of a spreadsheet. */
type TimeKind = 'date' | 'compact' | 'epoch' | 'excel'

const DATE_FORMATS: readonly ImportTimeFormat[] = ['iso', 'dmy', 'mdy', 'ymd', 'named']
const KINDS: readonly TimeKind[] = ['date', 'compact', 'epoch', 'excel']
const FIRST_EPOCH_SECONDS = 1e8
/** 2000 to 2079, in days of a spreadsheet. */
const SERIALS = { from: 36_526, until: 65_746 }

function isRecentDay(days: number): boolean {
  return days >= SERIALS.from && days < SERIALS.until
}

/** Longer texts are no times. */
const LONGEST_TIME = 64

function isTimeCell(cell: string | undefined, kind: TimeKind): boolean {
  const text = (cell ?? '').trim()
  if (text === '' || text.length > LONGEST_TIME) return false
  switch (kind) {
    case 'date':
      return /\d/.test(text) && DATE_FORMATS.some((format) => parseTime(text, format) !== undefined)
    case 'compact':
      return parseTime(text, 'compact') !== undefined
    case 'epoch':
      return parseTime(text, 'epoch-ms') !== undefined && Number(text.replace(',', '.')) >= FIRST_EPOCH_SECONDS
    default:
      return parseTime(text, 'excel') !== undefined && isRecentDay(Number(text.replace(',', '.')))
  }
}

const TIME_WORD = /time|date|utc|stamp|epoch|zeit|datum|fecha|hora|heure|horodat|\bts\b|^t$|clock|last_changed/i
const END_WORD = /\bend|\bto\b|until|ende\b|fin\b|hasta|bis\b/i

interface FoundTime {
  readonly column: number
  readonly kind: TimeKind
}

/** The column with the times, of those that have one in nearly as many lines as the best. */
function timeIn(
  rows: readonly Row[],
  given: ImportLayout,
  lines: readonly string[],
  writing: { comment: string | null; delimiter: Delimiter },
): FoundTime | undefined {
  const width = widthOf(rows)
  const columns =
    given.timeColumn === undefined ? Array.from({ length: width }, (_, place) => place) : [given.timeColumn]
  const isTimeWord = (cell: string | undefined): boolean => TIME_WORD.test(cell ?? '')
  const plain = rowsOf(lines, writing).slice(0, HEADINGS_LOOKED_AT)
  // Headings may be a comment.
  const titles = plain.some(({ cells }) => cells.some(isTimeWord))
    ? plain
    : rowsOf(lines, { ...writing, comment: null }).slice(0, HEADINGS_LOOKED_AT)
  const isNamed = (column: number): boolean => titles.some(({ cells }) => isTimeWord(cells[column]))
  const isEnd = (column: number): boolean => titles.some(({ cells }) => END_WORD.test(cells[column] ?? ''))
  for (const kind of KINDS) {
    const counts = columns.map((column) => ({
      column,
      count: rows.filter(({ cells }) => isTimeCell(cells[column], kind)).length,
    }))
    const most = Math.max(0, ...counts.map(({ count }) => count))
    // Numbers are times only where a heading says so, or in the first column.
    const fitting = counts.filter(
      ({ column, count }) =>
        count > 0 && count >= most * 0.8 && (kind === 'date' || kind === 'epoch' || isNamed(column) || column === 0),
    )
    const isMost = kind === 'date' || most >= rows.length / 2
    if (fitting.length === 0 || !isMost) continue
    const rank = ({ column }: { column: number }): number => (isNamed(column) ? 0 : 2) + (isEnd(column) ? 1 : 0)
    const [best] = fitting.toSorted((one, other) => rank(one) - rank(other) || one.column - other.column)
    if (best !== undefined) return { column: best.column, kind }
  }
  return undefined
}

/** Titles may have a time too, but then headings are below them. */
function firstWithTime(rows: readonly Row[], { column, kind }: FoundTime): number | undefined {
  const isHeading = (row: Row | undefined): boolean => row !== undefined && TIME_WORD.test(row.cells[column] ?? '')
  return rows.find(
    ({ cells }, index) =>
      isTimeCell(cells[column], kind) && !rows.slice(index + 1, index + TITLES_BELOW).some(isHeading),
  )?.line
}
const TITLES_BELOW = 8

function widthOf(rows: readonly Row[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
}

/** Without times: the second line where the first one is only words, and is not alone. */
function firstWithoutHeadings([first, second]: readonly Row[]): number {
  if (first === undefined) return 1
  const filled = first.cells.filter((cell) => cell.trim() !== '')
  return second !== undefined && filled.length > 0 && filled.every((cell) => !isNumber(cell)) ? second.line : first.line
}

function isNumber(cell: string): boolean {
  const text = cell.trim()
  return readNumber(text, 'point')?.unit === '' || readNumber(text, 'comma')?.unit === ''
}

/** The title line with the most different words that are neither numbers nor units of measure. */
function guessHeadingLine(
  lines: readonly string[],
  {
    delimiter,
    comment,
    firstLine,
    timeColumn,
    width,
  }: Pick<FileLayout, 'delimiter' | 'comment' | 'firstLine' | 'timeColumn'> & { readonly width: number },
): number | null {
  let best: { line: number; score: number } | undefined
  for (let line = Math.max(1, firstLine - HEADINGS_LOOKED_AT); line < firstLine; line += 1) {
    const text = lines[line - 1] ?? ''
    if (text.trim() === '' || text.length > IMPORT_LINE_MAX || SEPARATOR_LINE.test(text)) continue
    const cells = cellsOf(withoutComment(text, comment), delimiter).map((cell) => cell.trim())
    if (cells.length < 2 && width > 1) continue
    // Titles are narrower than the table, or wider.
    if (cells.length < width / 2 || cells.length > 2 * width) continue
    const words = cells.filter((cell) => cell !== '' && !isNumber(cell))
    const others = new Set(words.filter((cell) => !isUnit(cell) && !isDatePattern(cell)))
    const isTimed = TIME_WORD.test(cells[timeColumn] ?? '') && !isDatePattern(cells[timeColumn] ?? '')
    // Titles that are comments come after others.
    const isComment = comment !== null && text.trimStart().startsWith(comment)
    const score = others.size + (isTimed ? width : 0) + (isComment ? 0 : 2 * width)
    if (others.size > 0 && score > (best?.score ?? 0)) best = { line, score }
  }
  return best?.line ?? null
}

/** `dd.MM.yyyy HH:mm:ss` where others write a unit of measure. */
function isDatePattern(cell: string): boolean {
  const parts = withoutBrackets(cell)
    .split(/[./: T-]/)
    .filter((part) => part !== '')
  return parts.length > 2 && parts.every((part) => /^[dmyhs]{1,4}$/i.test(part))
}

function orderInPattern(cell: string): ImportTimeFormat | null {
  if (!isDatePattern(cell)) return null
  switch (withoutBrackets(cell)[0]?.toLowerCase()) {
    case 'd':
      return 'dmy'
    case 'm':
      return 'mdy'
    case 'y':
      return 'ymd'
    default:
      return null
  }
}

/** The units of measure below the headings, by column; a line of them has one at least. */
export function unitsBelow(
  lines: readonly string[],
  {
    headingLine,
    firstLine,
    comment,
    delimiter,
  }: Pick<FileLayout, 'headingLine' | 'firstLine' | 'comment' | 'delimiter'>,
): readonly string[] {
  let best: { units: readonly string[]; count: number } = { units: [], count: 0 }
  for (let line = (headingLine ?? firstLine) + 1; line < firstLine; line += 1) {
    const cells = cellsOf(withoutComment(lines[line - 1] ?? '', comment), delimiter).map(withoutBrackets)
    const count = cells.filter(isUnit).length
    if (count > best.count) best = { units: cells, count }
  }
  return best.units
}

const CLOCK_WORD = /time|zeit|hour|stunde|hora|heure|clock|uhr|hhmm|hms/i

/** The column with the time of day where dates have none. */
function guessClock(rows: readonly Row[], headings: readonly string[], timeColumn: number): number | null {
  const dates = filledCells(rows, timeColumn)
  // Spreadsheets write dates with midnight.
  const isDateOnly = dates.length > 0 && dates.every((cell) => !cell.includes(':') || /[ T]0?0:00(?::00)?$/.test(cell))
  if (!isDateOnly || dates.some((cell) => /^\d{9,}/.test(cell) || /^\d{5}[.,]\d*[1-9]/.test(cell))) return null
  const width = widthOf(rows)
  for (let column = 0; column < width; column += 1) {
    if (column === timeColumn) continue
    const cells = filledCells(rows, column)
    if (cells.length === 0 || !mostly(cells, (cell) => parseClock(cell) !== undefined || /^0[.,]\d+$/.test(cell)))
      continue
    if (cells.some((cell) => cell.includes(':')) || CLOCK_WORD.test(headings[column] ?? '')) return column
  }
  return null
}

const SERIES_WORD =
  /^_?(?:varname|var|sensor|series|serie|parameter|param|channel|kanal|canal|variable|metric|measurement|quantity|tag|signal|point|messstelle|datenpunkt|datapoint|entity_id|name|item|topic|field|type|attribute|characteristic|analyte|device|unit|station|location|id)(?:[ _-]?(?:name|id|code|no|nr))?$/i

const VALUE_WORD = /^_?(?:[a-z]*value|state|reading|result|wert|messwert|valor|valeur|mesure)s?$/i

/** Whether a heading is that of the values of several series. */
export function isValueHeading(heading: string): boolean {
  return VALUE_WORD.test(heading.trim())
}

/** Texts that stay few. */
const MOST_SERIES = 100

/** The column that names the series of each line: a heading says so, or lines with the same time have different ones. */
function guessSeries(
  rows: readonly Row[],
  headings: readonly string[],
  { timeColumn, clockColumn }: Pick<FileLayout, 'timeColumn' | 'clockColumn'>,
): number | null {
  const width = widthOf(rows)
  // A table with a column for each series is wider.
  if (width > MOST_COLUMNS_WITH_SERIES) return null
  for (let column = 0; column < width; column += 1) {
    if (column === timeColumn || column === clockColumn) continue
    const cells = filledCells(rows, column)
    const names = new Set(cells)
    const isName = mostly(cells, (cell) => !isNumber(cell) && !isTimeCell(cell, 'date'))
    if (!isName || names.size > MOST_SERIES || cells.length < 2 * names.size) continue
    if (!hasNumbers(rows, [column, timeColumn, clockColumn])) continue
    // Further series may begin far behind the first one.
    const isNamed = SERIES_WORD.test((headings[column] ?? '').trim())
    if (isNamed && (names.size > 1 || headings.some(isValueHeading))) return column
    if (names.size > 1 && isTakingTurns(rows, column, timeColumn, clockColumn)) return column
  }
  return null
}
const MOST_COLUMNS_WITH_SERIES = 12

function hasNumbers(rows: readonly Row[], taken: readonly (number | null)[]): boolean {
  return Array.from({ length: widthOf(rows) }, (_, column) => column).some(
    (column) => !taken.includes(column) && filledCells(rows, column).some(isNumber),
  )
}

/** Whether most times occur with several names, each once. */
function isTakingTurns(rows: readonly Row[], column: number, timeColumn: number, clockColumn: number | null): boolean {
  const times = new Map<string, string[]>()
  for (const { cells } of rows) {
    const time = `${cells[timeColumn]} ${clockColumn === null ? '' : cells[clockColumn]}`
    times.set(time, [...(times.get(time) ?? []), (cells[column] ?? '').trim()])
  }
  const several = [...times.values()].filter((names) => names.length > 1 && new Set(names).size === names.length)
  return several.length > 0 && several.length >= times.size * 0.8
}

function filledCells(rows: readonly Row[], column: number): string[] {
  return rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')
}

function mostly(cells: readonly string[], holds: (cell: string) => boolean): boolean {
  return cells.filter(holds).length >= cells.length * 0.8
}
