import { SIM_ROW_FIELDS, SimRow } from '@fieldwatch/contract/sims'
import { oddNumbers } from '@fieldwatch/contract/sim-numbers'
import type { SimCsvLine } from './read-sim-csv.ts'
import { isShortened, readSize, readStatus, readTime, unwrapCell } from './sim-cells.ts'
import type { SimColumn } from './sim-columns.ts'

/** One card of an import, read but not yet compared with what is known. */
export interface ReadRow {
  readonly line: number
  /** As it was written when it is not valid. */
  readonly iccid: string
  /** Undefined when there are errors. */
  readonly row: SimRow | undefined
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Reads one element of a list. */
export function readSimRow(line: number, given: Readonly<Record<string, unknown>>): ReadRow {
  const known: readonly string[] = SIM_ROW_FIELDS
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const warnings = unknown.map((name) => `${name} is not known and was passed over.`)
  const { data, error } = SimRow.safeParse(given)
  if (data === undefined) {
    const errors = error.issues.map(({ path, message }) => sentenceOf(String(path[0] ?? ''), message))
    return { line, iccid: writtenIccid(given), row: undefined, errors: [...new Set(errors)], warnings }
  }
  return { line, iccid: data.iccid, row: data, errors: [], warnings: [...warnings, ...oddNumbers(data)] }
}

/** Reads one line of a file. An empty cell tells nothing. */
export function readSimLine({ line, cells }: SimCsvLine, columns: readonly SimColumn[]): ReadRow {
  const given: Record<string, unknown> = {}
  const errors: string[] = []
  for (const [place, column] of columns.entries()) {
    const text = unwrapCell(cells[place] ?? '')
    if (column.field === null || text === '') continue
    const read = readCell(text, column)
    if ('error' in read) errors.push(read.error)
    else given[column.field] = read.value
  }
  if (cells.length > columns.length) errors.push('The line has more cells than there are headings.')
  if (given['iccid'] === undefined && errors.length === 0) errors.push('The ICCID is missing.')
  if (errors.length === 0) return readSimRow(line, given)
  return { line, iccid: writtenIccid(given), row: undefined, errors, warnings: [] }
}

function writtenIccid({ iccid }: Readonly<Record<string, unknown>>): string {
  return typeof iccid === 'string' ? iccid : ''
}

type Cell = { value: unknown } | { error: string }

const DIGITS: ReadonlySet<string> = new Set(['iccid', 'imsi', 'msisdn', 'imei'])

function readCell(text: string, { heading, field, sizeUnit }: SimColumn): Cell {
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
    case 'dataLimit': {
      const bytes = readSize(text, sizeUnit)
      return bytes === undefined
        ? { error: `${heading}: “${text}” is not a size such as 500 MB or 1.5 GB.` }
        : { value: bytes }
    }
    default:
      return { value: text }
  }
}

/** What the shapes say of themselves is a sentence; what they say in general needs the name of the field. */
function sentenceOf(field: string, message: string): string {
  return message.endsWith('.') ? message : `${field}: ${message}.`
}
