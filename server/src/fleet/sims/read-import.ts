import { CSV_COLUMNS_MAX } from '@fieldwatch/contract/text/imports'
import { SIM_LIST_MAX, SIM_ROW_FIELDS, importSimCsv, importSims } from '@fieldwatch/contract/units/sims'
import type { DecimalMark, ImportOptions, SimImport, SizeUnit } from '@fieldwatch/contract/units/sims'
import { unwrapCell } from '#platform/imports/csv-cells.ts'
import type { JsonBounds } from '#platform/http/bounded-json.ts'
import { parseImportBody } from '#platform/imports/parse-import-body.ts'
import { decideMark, type Writing, writingOf } from './decimal-marks.ts'
import { readSimCsv, type SimCsv } from './read-sim-csv.ts'
import { type ReadRow, readSimLine, readSimRow } from './read-sim-row.ts'
import { splitSize } from './sim-cells.ts'

/** A list of cards, or the text of a file. */
export type ImportKind = 'list' | 'csv'

/** What is known of an import before its cards. */
export interface ImportHead {
  readonly options: ImportOptions
  readonly layout: Pick<SimImport, 'columns' | 'headed' | 'decimals' | 'sizeUnit'>
}

/** Some cards of an import, in the order of the file. */
export type ReadRows = readonly ReadRow[]

/** Rows that are read, planned and written together. */
const ROWS_AT_ONCE = 500

/** Room for the known fields of a card, each with a key and a value, and a few unknown ones. */
const BOUNDS: Readonly<Record<ImportKind, JsonBounds>> = {
  list: { values: SIM_LIST_MAX * (2 * SIM_ROW_FIELDS.length + 8), depth: 16 },
  csv: { values: 2 * CSV_COLUMNS_MAX + 32, depth: 4 },
}

/**
 * Reads the body of an import: first what it asks for, then its cards, some at a time.
 * @throws DomainError request/malformed-json, request/too-large, request/invalid, sim/import-unreadable
 */
export function readImport(kind: ImportKind, body: Buffer): Generator<ImportHead | ReadRows, void> {
  return partsOf(kind === 'list' ? readList(body) : readFile(body))
}

/** Reads cards on demand, so that the body and its text (24 MB each) are not held once they are parsed. */
interface Cards {
  readonly head: ImportHead
  readonly count: number
  readonly readRow: (index: number) => ReadRow
}

function* partsOf({ head, count, readRow }: Cards): Generator<ImportHead | ReadRows, void> {
  yield head
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - start)
    yield Array.from({ length }, (_, index) => readRow(start + index))
  }
}

function readList(body: Buffer): Cards {
  const { sims, ...options } = parseImportBody(importSims.body, body, BOUNDS.list)
  return {
    head: { options, layout: { columns: [], headed: true, decimals: null, sizeUnit: null } },
    count: sims.length,
    readRow: (index) => readSimRow(index + 1, sims[index] ?? {}),
  }
}

function readFile(body: Buffer): Cards {
  const { csv, columns, decimals, sizeUnit, ...options } = parseImportBody(importSimCsv.body, body, BOUNDS.csv)
  return cardsOf(options, readSimCsv(csv, columns), { decimals, sizeUnit })
}

/** What a person chose about the sizes of a file. */
interface SizeChoice {
  readonly decimals: DecimalMark | undefined
  readonly sizeUnit: SizeUnit | undefined
}

function cardsOf(options: ImportOptions, file: SimCsv, { decimals, sizeUnit }: SizeChoice): Cards {
  const { mark, decimals: found, hasUnitless } = lookAtSizes(file, decimals)
  const columns = file.columns.map(({ heading, field }) => ({ heading, field }))
  const read = file.read.map((column) => ({ ...column, sizeUnit: column.sizeUnit ?? sizeUnit }))
  const none = { line: 0, cells: [], overlong: false }
  const unit = hasUnitless ? (sizeUnit ?? 'unclear') : null
  return {
    head: { options, layout: { columns, headed: file.headed, decimals: found, sizeUnit: unit } },
    count: file.lines.length,
    readRow: (index) => readSimLine(file.lines[index] ?? none, read, mark),
  }
}

interface SizesOfFile {
  readonly mark: DecimalMark | undefined
  /** What is reported about the mark. */
  readonly decimals: SimImport['decimals']
  /** Whether a size other than zero has no unit, neither in its cell nor in its heading. */
  readonly hasUnitless: boolean
}

function lookAtSizes({ read, lines }: SimCsv, chosen: DecimalMark | undefined): SizesOfFile {
  const counts: Record<Writing, number> = { point: 0, comma: 0, either: 0, plain: 0 }
  let hasUnitless = false
  for (const [place, { field, sizeUnit }] of read.entries()) {
    if (field !== 'dataUsed' && field !== 'dataLimit') continue
    for (const { cells } of lines) {
      const size = splitSize(unwrapCell(cells[place] ?? ''), sizeUnit)
      const writing = size && writingOf(size.digits)
      if (writing === undefined) continue
      counts[writing] += 1
      hasUnitless ||= size?.factor === undefined && /[1-9]/.test(size?.digits ?? '')
    }
  }
  if (counts.point + counts.comma + counts.either === 0) return { mark: 'point', decimals: null, hasUnitless }
  const mark = chosen ?? decideMark(counts)
  return { mark, decimals: mark ?? 'unclear', hasUnitless }
}
