import { say } from '@fieldwatch/messages/server-sentences'
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
const NAMES_SHOWN = 10

/** The most characters of an input that a message quotes. */
const SHOWN_MAX = 100

/** Reads one element of a list. */
export function readSimRow(line: number, given: Readonly<Record<string, unknown>>): ReadRow {
  const known: readonly string[] = SIM_ROW_FIELDS
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const warnings = unknown
    .slice(0, NAMES_SHOWN)
    .map((name) => say('answers.import.ignored', { name: name.slice(0, SHOWN_MAX) }))
  const { data, error } = SimRow.safeParse(given)
  if (data === undefined) {
    const errors = error.issues.map(({ message }) => message)
    return { line, iccid: writtenIccid(given), row: undefined, errors: [...new Set(errors)], warnings, sizes: [] }
  }
  return { line, iccid: data.iccid, row: data, errors: [], warnings: [...warnings, ...oddNumbers(data)], sizes: [] }
}

/** Reads one line of a file, whose sizes have one decimal mark; undefined: they are ambiguous. An empty cell has no value. */
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
  if (overlong) errors.push(say('answers.cells'))
  if (given['iccid'] === undefined && errors.length === 0) errors.push(say('answers.no-iccid'))
  if (errors.length === 0) return { ...readSimRow(line, given), sizes }
  return { line, iccid: writtenIccid(given), row: undefined, errors, warnings: [], sizes }
}

function writtenIccid({ iccid }: Readonly<Record<string, unknown>>): string {
  return typeof iccid === 'string' ? iccid.slice(0, SHOWN_MAX) : ''
}

type Cell = { value: unknown } | { error: string }

const DIGITS: ReadonlySet<string> = new Set(['iccid', 'imsi', 'msisdn', 'imei'])

function readCell(text: string, column: SimColumn, mark: DecimalMark | undefined): Cell {
  const { heading, field } = column
  if (field !== null && DIGITS.has(field) && isShortened(text)) {
    return { error: say('answers.import.shortened', { heading }) }
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
    return { error: say('answers.import.size', { heading, text: text.slice(0, SHOWN_MAX) }) }
  }
  if (mark === undefined && writing === 'either') {
    const [one = 0, other = 0] = (['point', 'comma'] as const).map((each) => readDecimal(size.digits, each))
    return { error: say('answers.import.size-either', { heading, text, one, other }) }
  }
  const number = readDecimal(size.digits, mark ?? 'point')
  if (number === undefined) {
    return { error: say('answers.import.size-mark', { heading, text, mark: mark ?? 'point' }) }
  }
  // Nothing is nothing in every unit.
  const factor = size.factor ?? (number === 0 ? 1 : undefined)
  if (factor === undefined) {
    return { error: say('answers.import.size-unit', { heading, text }) }
  }
  if (factor === 1 && !Number.isInteger(number)) {
    return { error: say('answers.import.size-whole', { heading, text }) }
  }
  return { value: Math.round(number * factor) }
}
