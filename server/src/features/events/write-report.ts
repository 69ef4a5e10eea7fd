import { setImmediate } from 'node:timers/promises'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import { csvHeading } from '@fieldwatch/contract/templates/chart-table'
import type { CsvValue } from '@fieldwatch/contract/text/csv'
import type { Table, TableCell, TableColumn, TableRow } from '@fieldwatch/contract/tables/table'
import { sheetFormatOf, type WriteReportCell } from '@fieldwatch/contract/reports/sheet-formats'
import { COORDINATES_HEADER, reportCells } from '@fieldwatch/contract/reports/report-rows'
import type { ReportDefinition } from '@fieldwatch/contract/reports/reports'
import type { RecordReader } from '#records/store/record-reader.ts'
import { columnReaders } from './describe-events.ts'
import type { StoredEventTable } from './event-store.ts'
import type { createOccurrenceStore, OccurrenceRange, StoredOccurrence } from './occurrence-store.ts'
import { readCoordinates } from './read-coordinates.ts'

export interface ReportWork {
  readonly occurrences: Pick<ReturnType<typeof createOccurrenceStore>, 'listAfter'>
  readonly reader: Pick<RecordReader, 'readNumbers'>
  readonly table: StoredEventTable
  readonly range: OccurrenceRange
  /** Undefined: every column as it is. */
  readonly report: ReportDefinition | undefined
  readonly write: WriteReportCell
  /** The heading of a column that the report does not name. */
  readonly headingOf: (column: string) => string
  /** The source with the positions of the unit; undefined when it has none, or they are not wanted. */
  readonly positionKey: number | undefined
  /** In which columns with values are written, by column; the others as they were sent. */
  readonly measures: ReadonlyMap<string, Measure>
  readonly mostRows: number
  readonly signal: AbortSignal
}

/** Occurrences that are read at once. */
const BLOCK = 1_000

/** Cells between which others get their turn: of moments in a zone that is some ten milliseconds. */
const CELLS_AT_ONCE = 2_000

/** Characters of texts that are handed on at once; coordinates have some 30,000 at most. */
const CHARACTERS_AT_ONCE = 64 * 1024

/** The occurrences of a range as a table, block by block, as fast as they are taken. */
export function reportTable(work: ReportWork): Table {
  return { columns: columnsOf(work), blocks: blocksOf(work) }
}

async function* blocksOf(work: ReportWork): AsyncGenerator<TableRow[]> {
  const { signal } = work
  const cellsOf = createRowWriter(work)
  let block: TableRow[] = []
  let cells = 0
  let characters = 0
  for await (const read of readBlocks(work)) {
    for await (const row of rowsOf(work, cellsOf, read)) {
      signal.throwIfAborted()
      block.push(row)
      cells += row.length
      characters += lengthOf(row.at(-1))
      if (cells < CELLS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue
      yield block
      block = []
      cells = 0
      characters = 0
      await setImmediate()
    }
  }
  if (block.length > 0) yield block
}

/** The last column may have coordinates. */
function lengthOf(cell: TableCell): number {
  return typeof cell === 'string' ? cell.length : 0
}

async function* readBlocks({ occurrences, table, range, mostRows, signal }: ReportWork) {
  let left = mostRows
  let after = -1
  while (left > 0) {
    signal.throwIfAborted()
    const limit = Math.min(BLOCK, left)
    const block = await occurrences.listAfter(table, range, { after, limit })
    yield block
    if (block.length < limit) return
    left -= block.length
    after = block.at(-1)?.startAt ?? after
  }
}

type RowWriter = (occurrence: StoredOccurrence) => TableCell[]

async function* rowsOf(
  { reader, report, positionKey: sourceKey, signal }: ReportWork,
  cellsOf: RowWriter,
  block: readonly StoredOccurrence[],
): AsyncGenerator<TableRow> {
  if (report?.includeCoordinates !== true || sourceKey === undefined) {
    const nowhere = report?.includeCoordinates === true ? [''] : []
    for (const occurrence of block) yield [...cellsOf(occurrence), ...nowhere]
    return
  }
  let index = 0
  for await (const coordinates of readCoordinates({ reader, sourceKey, signal }, block.map(periodOf))) {
    const occurrence = block[index]
    index += 1
    if (occurrence !== undefined) yield [...cellsOf(occurrence), coordinates]
  }
}

function periodOf({ startAt, durationMs }: StoredOccurrence) {
  return { startAt, endAt: startAt + durationMs }
}

/** With the unit of measure where values are converted, or a workbook says it. */
function columnsOf({ table, report, measures, headingOf }: ReportWork): TableColumn[] {
  const columns = report === undefined ? [...columnReaders(table).keys()] : report.values
  const labels = report === undefined ? columns.map(headingOf) : report.columns
  const described = labels.map((label, place) => {
    const column = columns[place] ?? ''
    return {
      heading: csvHeading({ label, unit: measures.get(column)?.unit }),
      format: sheetFormatOf(report?.formats[place] ?? ''),
      hasMoments: column === 'startUTC' || column === 'endUTC',
    }
  })
  return report?.includeCoordinates === true ? [...described, { heading: headingOf(COORDINATES_HEADER) }] : described
}

/** Writes the cells of an occurrence, without its coordinates. A value that the event table does not have is empty. */
function createRowWriter({ table, report, write, measures }: ReportWork): RowWriter {
  const readers = columnReaders(table)
  const read = (column: string, occurrence: StoredOccurrence): CsvValue => {
    const value = readers.get(column)?.(occurrence)
    const measure = measures.get(column)
    return measure !== undefined && typeof value === 'number' ? measure.value(value) : value
  }
  if (report === undefined)
    return (occurrence) => [...readers.keys()].map((column) => write(read(column, occurrence), '', column))
  return (occurrence) => reportCells(report, (column) => read(column, occurrence), write)
}
