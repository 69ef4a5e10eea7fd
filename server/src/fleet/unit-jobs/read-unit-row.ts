import { say } from '@fieldwatch/messages/server-sentences'
import { UnitRow, type UnitRowField } from '@fieldwatch/contract/units/unit-imports'
import { isShortened, unwrapCell } from '#platform/imports/csv-cells.ts'
import type { CsvColumn } from '#platform/imports/csv-columns.ts'
import type { CsvLine } from '#platform/imports/read-csv.ts'

/** One unit of a file, read but not yet compared with what is there. */
export interface ReadUnit {
  readonly line: number
  /** As written, when it is not valid. */
  readonly dataId: string
  /** Undefined when there are errors. */
  readonly row: UnitRow | undefined
  readonly errors: readonly string[]
}

/** The most characters of an input that a message quotes. */
const SHOWN_MAX = 100

/** Reads one line of a file. An empty cell has no value. */
export function readUnitRow({ line, cells, overlong }: CsvLine, columns: readonly CsvColumn<UnitRowField>[]): ReadUnit {
  const given: Partial<Record<UnitRowField, unknown>> = {}
  const errors: string[] = []
  for (const [place, { field, heading }] of columns.entries()) {
    const text = unwrapCell(cells[place] ?? '')
    if (field === null || text === '') continue
    if (field === 'dataID' && isShortened(text)) {
      errors.push(say('answers.import.shortened', { heading }))
    }
    given[field] = readCell(field, text)
  }
  const { dataID: written } = given
  const dataId = typeof written === 'string' ? written.slice(0, SHOWN_MAX) : ''
  if (overlong) errors.push(say('answers.cells'))
  if (written === undefined) errors.push(say('answers.no-data-id'))
  if (errors.length > 0) return { line, dataId, row: undefined, errors }
  const { data: row, error } = UnitRow.safeParse(given)
  if (row !== undefined) return { line, dataId, row, errors }
  const problems = error.issues.map(({ path, message }) =>
    say('answers.import.cell', { field: String(path[0] ?? ''), problem: message }),
  )
  return { line, dataId, row: undefined, errors: [...new Set(problems)] }
}

function readCell(field: UnitRowField, text: string): unknown {
  switch (field) {
    case 'active':
      return readTruth(text)
    case 'entities':
    case 'labels':
      return readNames(text)
    case 'rawDays':
    case 'summaryDays':
      return readDays(text)
    default:
      return text
  }
}

function readNames(text: string): string[] {
  return text
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter(Boolean)
}

/** What is written where a unit has no number of its own: as long as its entities say. */
const AS_ENTITY: ReadonlySet<string> = new Set(['entity', 'entities', 'as entity'])

/** The text itself when it is no number. */
function readDays(text: string): number | null | string {
  if (AS_ENTITY.has(text.toLowerCase())) return null
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'on', 'active', 'activated', 'enabled'])
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'off', 'inactive', 'deactivated', 'disabled'])

/** The text itself when it is neither yes nor no. */
function readTruth(text: string): boolean | string {
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : text
}
