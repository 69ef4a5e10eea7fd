import { isUtf8 } from 'node:buffer'
import {
  IMPORT_DELIMITERS,
  IMPORT_LINE_MAX,
  type ImportColumn,
  type ImportSettings,
  type ImportTimeFormat,
  type ImportValueType,
} from '@fieldwatch/contract/telemetry/record-imports'
import { isName, type SourceName } from '@fieldwatch/contract/api/ids'
import { MAX_FIELDS } from '@fieldwatch/contract/telemetry/ingest'
import { parseTime } from './read-time.ts'
import { readValue } from './read-value.ts'
import { splitCells } from './split-cells.ts'

type Delimiter = ImportSettings['delimiter']

/** The lines from which the rest of a file is guessed. */
const LINES_LOOKED_AT = 50

/** Windows-1252 where it is not UTF-8: every sequence of bytes is valid there. */
export function guessEncoding(bytes: Uint8Array): ImportSettings['encoding'] {
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The delimiter that cuts most lines into equally many cells. */
function guessDelimiter(lines: readonly string[]): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of IMPORT_DELIMITERS) {
    const counts = lines.map((line) => cellsOf(line, delimiter).length)
    const usual = counts.toSorted((one, other) => one - other)[counts.length >> 1] ?? 1
    if (usual < 2) continue
    const score = counts.filter((count) => count === usual).length / counts.length + usual / 10_000
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

interface Known extends Pick<ImportSettings, 'encoding' | 'source'> {
  readonly zone: string
  readonly delimiter?: Delimiter | undefined
}

/** What the first lines of a file look like. */
export function guessSettings(text: string, { encoding, source, zone, ...given }: Known): ImportSettings {
  const lines = firstLines(text).slice(0, LINES_LOOKED_AT)
  const delimiter = given.delimiter ?? guessDelimiter(lines)
  const rows = lines.map((line) => cellsOf(line, delimiter))
  const headings = hasHeadings(rows)
  const table = headings ? rows.slice(1) : rows
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = Array.from({ length: width }, (_, place) => table.map((row) => (row[place] ?? '').trim()))
  const titles = headingsOf(rows[0] ?? [], width, headings)
  const time = guessTime(columns, titles)
  const decimals = guessDecimals(columns, delimiter)
  return {
    source,
    encoding,
    delimiter,
    decimals,
    headings,
    time: { ...time, zone, doubled: 'in-order' },
    columns: guessColumns({ columns, titles, decimals, taken: [time.column, time.timeColumn] }),
  }
}

/** The heading of each column, or its number. */
export function headingsOf(first: readonly string[], width: number, headings: boolean): string[] {
  return Array.from({ length: width }, (_, place) => {
    const heading = headings ? (first[place] ?? '').trim() : ''
    return heading === '' ? `Column ${place + 1}` : heading
  })
}

export function firstLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.length <= IMPORT_LINE_MAX && line.trim() !== '')
}

export function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells = splitCells(line, delimiter)
  return 'problem' in cells ? [] : cells
}

/** Headings are words: no number among them, and no time. */
function hasHeadings([first = [], second]: readonly (readonly string[])[]): boolean {
  const filled = first.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return (
    second !== undefined &&
    filled.length > 0 &&
    filled.every((cell) => !isNumber(cell) && formatOf([cell]) === undefined)
  )
}

function isNumber(cell: string): boolean {
  return (['point', 'comma'] as const).some((decimals) => typeof readValue(cell, 'number', decimals) === 'number')
}

/** `dmy` before `mdy`: of two that both fit, the one that most of the world writes. */
const FORMATS: readonly ImportTimeFormat[] = ['iso', 'ymd', 'dmy', 'mdy']

function formatOf(cells: readonly string[]): ImportTimeFormat | undefined {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return undefined
  return FORMATS.find((format) => filled.every((cell) => parseTime(cell, format) !== undefined))
}

const TIME_WORD = /time|date|utc|stamp|epoch|zeit|datum|fecha|heure/i
const TIME_OF_DAY = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?$/
const FIRST_EPOCH_SECONDS = 1e8
const FIRST_EPOCH_MILLISECONDS = 1e11

type GuessedTime = Pick<ImportSettings['time'], 'column' | 'timeColumn' | 'format'>

function guessTime(columns: readonly (readonly string[])[], titles: readonly string[]): GuessedTime {
  // A column that is called so comes before others.
  const places = [...columns.keys()].sort((one, other) => rank(titles[one]) - rank(titles[other]) || one - other)
  for (const column of places) {
    const cells = columns[column] ?? []
    const format = formatOf(cells)
    if (format === undefined) continue
    const isDate = cells.every((cell) => !cell.includes(':'))
    const timeColumn = columns.findIndex(
      (other) => other.some(Boolean) && other.every((cell) => TIME_OF_DAY.test(cell)),
    )
    return { column, timeColumn: isDate && timeColumn !== -1 ? timeColumn : null, format }
  }
  for (const column of places) {
    const format = epochOf(columns[column] ?? [])
    if (format !== undefined) return { column, timeColumn: null, format }
  }
  return { column: 0, timeColumn: null, format: 'iso' }
}

function rank(title = ''): number {
  return TIME_WORD.test(title) ? 0 : 1
}

function epochOf(cells: readonly string[]): ImportTimeFormat | undefined {
  const numbers = cells.filter((cell) => cell !== '').map((cell) => Number(cell.replace(',', '.')))
  if (numbers.length === 0 || !numbers.every((number) => number >= FIRST_EPOCH_SECONDS)) return undefined
  return numbers.every((number) => number >= FIRST_EPOCH_MILLISECONDS) ? 'epoch-ms' : 'epoch-s'
}

function guessDecimals(columns: readonly (readonly string[])[], delimiter: Delimiter): ImportSettings['decimals'] {
  const cells = columns.flat()
  const withComma = cells.filter((cell) => /^-?\d*,\d+$/.test(cell)).length
  const withPoint = cells.filter((cell) => /^-?\d*\.\d+$/.test(cell)).length
  if (withComma === withPoint) return delimiter === ';' && withComma > 0 ? 'comma' : 'point'
  return withComma > withPoint ? 'comma' : 'point'
}

interface Guessing {
  readonly columns: readonly (readonly string[])[]
  readonly titles: readonly string[]
  readonly decimals: ImportSettings['decimals']
  readonly taken: readonly (number | null)[]
}

function guessColumns({ columns, titles, decimals, taken }: Guessing): ImportColumn[] {
  const names = new Set<string>()
  const guessed = [...columns.entries()]
    .filter(([column, cells]) => !taken.includes(column) && cells.some((cell) => cell !== ''))
    .slice(0, MAX_FIELDS)
    .map(([column, cells]) => {
      const field = freeName(nameOf(titles[column] ?? '', column), names)
      return { column, field, type: typeOf(cells, decimals) }
    })
  return guessed.length > 0 ? guessed : [{ column: Math.min(1, columns.length), field: 'value', type: 'number' }]
}

/** A heading may be as long as a line; a name needs its beginning. */
const HEADING_MAX = 200

/** A heading as the name of a field: `Temperature (°C)` becomes `Temperature_C`. */
export function nameOf(heading: string, column: number): string {
  const plain = heading
    .slice(0, HEADING_MAX)
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    // Without the look behind, each dash in a row of them would start its own search.
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, '')
    .slice(0, 60)
  const name = /^\d/.test(plain) ? `_${plain}` : plain
  return isName(name) && !/^message_?utc$/i.test(name) ? name : `column_${column + 1}`
}

function freeName(name: string, names: Set<string>): string {
  let free = name
  for (let number = 2; names.has(free); number += 1) free = `${name}_${number}`
  names.add(free)
  return free
}

function typeOf(cells: readonly string[], decimals: ImportSettings['decimals']): ImportValueType {
  const filled = cells.filter((cell) => cell !== '')
  const all = (type: ImportValueType): boolean =>
    filled.every((cell) => typeof readValue(cell, type, decimals) !== 'object')
  if (all('number')) return 'number'
  return all('boolean') ? 'boolean' : 'text'
}

/** A name for the source, from that of the file. */
export function sourceNameOf(fileName: string): SourceName {
  const name = nameOf(fileName.replace(/\.[^.]*$/, ''), 0)
  return (name === 'column_1' ? 'imported' : name) as SourceName
}
