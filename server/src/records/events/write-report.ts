import { setImmediate } from 'node:timers/promises'
import { csvLine, type CsvValue } from '@fieldwatch/contract/csv'
import { eventColumns } from '@fieldwatch/contract/event-columns'
import type { WriteReportValue } from '@fieldwatch/contract/report-formats'
import { reportCells, reportHeaders, valueOfColumn } from '@fieldwatch/contract/report-rows'
import type { ReportDefinition } from '@fieldwatch/contract/reports'
import type { RecordReader } from '#records/store/record-reader.ts'
import { describeOccurrence } from './describe-events.ts'
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
  readonly write: WriteReportValue
  /** The source with the positions of the unit; undefined when it has none, or they are not wanted. */
  readonly positionKey: number | undefined
  readonly mostRows: number
  readonly signal: AbortSignal
}

/** Occurrences that are read at once. */
const BLOCK = 1_000

/** Cells between which others get their turn: of moments in a zone that is some ten milliseconds. */
const CELLS_AT_ONCE = 2_000

/** Characters that are handed on at once; a row with its coordinates has some 30,000 at most. */
const PIECE = 64 * 1024

/** Writes the occurrences of a range as CSV, piece by piece, as fast as they are taken. */
export async function* writeReport(work: ReportWork): AsyncGenerator<string> {
  const { table, report, signal } = work
  const headers = report === undefined ? eventColumns(table.values) : reportHeaders(report)
  yield csvLine(headers)
  let piece = ''
  let cells = 0
  for await (const block of readBlocks(work)) {
    for await (const row of rowsOf(work, block)) {
      signal.throwIfAborted()
      piece += csvLine(row)
      cells += row.length
      if (cells < CELLS_AT_ONCE && piece.length < PIECE) continue
      yield piece
      piece = ''
      cells = 0
      await setImmediate()
    }
  }
  if (piece !== '') yield piece
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

async function* rowsOf(work: ReportWork, block: readonly StoredOccurrence[]): AsyncGenerator<CsvValue[]> {
  const { reader, report, positionKey: sourceKey, signal } = work
  if (report?.includeCoordinates !== true || sourceKey === undefined) {
    const nowhere = report?.includeCoordinates === true ? [''] : []
    for (const occurrence of block) yield [...cellsOf(work, occurrence), ...nowhere]
    return
  }
  let index = 0
  for await (const coordinates of readCoordinates({ reader, sourceKey, signal }, block.map(periodOf))) {
    const occurrence = block[index]
    index += 1
    if (occurrence !== undefined) yield [...cellsOf(work, occurrence), coordinates]
  }
}

function periodOf({ startAt, durationMs }: StoredOccurrence) {
  return { startAt, endAt: startAt + durationMs }
}

function cellsOf({ table, report, write }: ReportWork, stored: StoredOccurrence): CsvValue[] {
  const occurrence = describeOccurrence(table, stored)
  if (report !== undefined) return reportCells(report, occurrence, write)
  return eventColumns(table.values).map((column) => valueOfColumn(occurrence, column))
}
