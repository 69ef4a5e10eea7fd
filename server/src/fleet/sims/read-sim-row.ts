import { type DecimalMark, ReadSize, SIM_ROW_FIELDS, SimRow } from '@fieldwatch/contract/units/sims'
import { oddNumbers } from '@fieldwatch/contract/units/sim-numbers'
import { isShortened, unwrapCell } from '#platform/imports/csv-cells.ts'
import type { CsvLine } from '#platform/imports/read-csv.ts'
import { readDecimal, writingOf } from './decimal-marks.ts'
import { readStatus, readTime, splitSize } from './sim-cells.ts'
import type { SimColumn } from './sim-columns.ts'

/** One card of an import, read but not yet compared with what is known. */
export interface ReadRow {
  readonly line: number
  /** As written, when it is not valid. */
  readonly iccid: string
  /** Undefined when there are errors. */
  readonly row: SimRow | undefined
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  /** The sizes of a file. */
  readonly sizes: readonly ReadSize[]
}

/** The most unknown names that a warning lists. */
const NAMES_TOLD = 10

/** The most characters of an input that a message quotes. */
const TOLD_MAX = 100

/** Reads one element of a list. */
export function readSimRow(line: number, given: Readonly<Record<string, unknown>>): ReadRow {
  const known: readonly string[] = SIM_ROW_FIELDS
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const warnings = unknown
    .slice(0, NAMES_TOLD)
    .map((name) => `${name.slice(0, TOLD_MAX)} is not known and was passed over.`)
  const { data, error } = SimRow.safeParse(given)
  if (data === undefined) {
    const errors = error.issues.map(({ message }) => message)
    return { line, iccid: writtenIccid(given), row: undefined, errors: [...new Set(errors)], warnings, sizes: [] }
  }
  return { line, iccid: data.iccid, row: data, errors: [], warnings: [...warnings, ...oddNumbers(data)], sizes: [] }
}

/** Reads one line of a file, whose sizes are written with one decimal mark; undefined: they may be read in two ways. An empty cell tells nothing. */
export function readSimLine(
  { line, cells, overlong }: CsvLine,
  columns: readonly SimColumn[],
  mark: DecimalMark | undefined,
): ReadRow {
  const given: Record<string, unknown> = {}
  const errors: string[] = []
  const sizes: ReadSize[] = []
  for (const [place, column] of columns.entries()) {
    const text = unwrapCell(cells[place] ?? '')
    if (column.field === null || text === '') continue
    const read = readCell(text, column, mark)
    if ('error' in read) errors.push(read.error)
    else {
      given[column.field] = read.value
      if (column.field !== 'dataUsed' && column.field !== 'dataLimit') continue
      const size = ReadSize.safeParse({ field: column.field, written: text, bytes: read.value })
      if (size.success) sizes.push(size.data)
    }
  }
  if (overlong) errors.push('The line has more cells than there are columns.')
  if (given['iccid'] === undefined && errors.length === 0) errors.push('The ICCID is missing.')
  if (errors.length === 0) return { ...readSimRow(line, given), sizes }
  return { line, iccid: writtenIccid(given), row: undefined, errors, warnings: [], sizes }
}

function writtenIccid({ iccid }: Readonly<Record<string, unknown>>): string {
  return typeof iccid === 'string' ? iccid.slice(0, TOLD_MAX) : ''
}

type Cell = { value: unknown } | { error: string }

const DIGITS: ReadonlySet<string> = new Set(['iccid', 'imsi', 'msisdn', 'imei'])

function readCell(text: string, column: SimColumn, mark: DecimalMark | undefined): Cell {
  const { heading, field } = column
  if (field !== null && DIGITS.has(field) && isShortened(text)) {
    return {
      error: `${heading}: a spreadsheet has shortened the number. Format the column as text and export it again.`,
    }
  }
  switch (field) {
    case 'status':
      return { value: readStatus(text) }
    case 'lastSessionUTC':
      return { value: readTime(text) }
    case 'dataUsed':
    case 'dataLimit':
      return readSize(text, column, mark)
    default:
      return { value: text }
  }
}

function readSize(text: string, { heading, sizeUnit }: SimColumn, mark: DecimalMark | undefined): Cell {
  const size = splitSize(text, sizeUnit)
  const writing = size && writingOf(size.digits)
  if (size === undefined || writing === undefined) {
    return { error: `${heading}: “${text.slice(0, TOLD_MAX)}” is not a size such as 500 MB or 1.5 GB.` }
  }
  if (mark === undefined && writing === 'either') {
    const [one, other] = (['point', 'comma'] as const).map((each) => readDecimal(size.digits, each))
    return {
      error: `${heading}: “${text}” may mean ${one} or ${other}. Say whether the file has a decimal point or a decimal comma.`,
    }
  }
  const number = readDecimal(size.digits, mark ?? 'point')
  if (number === undefined) {
    return { error: `${heading}: “${text}” does not fit the other numbers of the file, which have a decimal ${mark}.` }
  }
  // Nothing is nothing in every unit.
  const factor = size.factor ?? (number === 0 ? 1 : undefined)
  if (factor === undefined) {
    return { error: `${heading}: “${text}” has no unit. Choose the unit of the file, or write it as in 50 MB.` }
  }
  if (factor === 1 && !Number.isInteger(number)) {
    return { error: `${heading}: “${text}” is not a whole number of bytes.` }
  }
  return { value: Math.round(number * factor) }
}
