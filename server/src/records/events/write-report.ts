import { setImmediate } from 'node:timers/promises'
import { csvLine, type CsvValue } from '@fieldwatch/contract/csv'
import { eventColumns } from '@fieldwatch/contract/event-columns'
import type { EventOccurrence } from '@fieldwatch/contract/events'
import type { WriteReportValue } from '@fieldwatch/contract/report-formats'
import type { ReportDefinition } from '@fieldwatch/contract/reports'
import type { RecordReader } from '#records/store/record-reader.ts'
import { describeOccurrence } from './describe-events.ts'
import type { StoredEventTable } from './event-store.ts'
import type { createOccurrenceStore, OccurrenceRange, StoredOccurrence } from './occurrence-store.ts'
import { readCoordinates } from './read-coordinates.ts'

export interface ReportWork {
  readonly occurrences: Pick<ReturnType<typeof createOccurrenceStore>, 'listAfter'>
  readonly reader: RecordReader
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

/** Writes the occurrences of a range as CSV, block by block, as fast as they are taken. */
export async function* writeReport(work: ReportWork): AsyncGenerator<string> {
  const { occurrences, table, range, report, signal } = work
  const headers = report === undefined ? eventColumns(table.values) : report.columns
  yield csvLine(report?.includeCoordinates === true ? [...headers, 'coordinates'] : headers)
  let left = work.mostRows
  let after = -1
  while (left > 0) {
    signal.throwIfAborted()
    const limit = Math.min(BLOCK, left)
    const block = await occurrences.listAfter(table, range, { after, limit })
    const lines: string[] = []
    for (const occurrence of block) lines.push(csvLine(await cellsOf(work, occurrence)))
    if (lines.length > 0) yield lines.join('')
    if (block.length < limit) return
    left -= block.length
    after = block.at(-1)?.startAt ?? after
    await setImmediate()
  }
}

async function cellsOf({ table, report, write, ...work }: ReportWork, stored: StoredOccurrence): Promise<CsvValue[]> {
  const occurrence = describeOccurrence(table, stored)
  if (report === undefined) return eventColumns(table.values).map((column) => valueOf(occurrence, column))
  const cells = report.values.map((value, index): CsvValue => {
    return value === '' ? '' : write(valueOf(occurrence, value), report.formats[index] ?? '')
  })
  if (!report.includeCoordinates) return cells
  const { startAt, durationMs } = stored
  const period = { startAt, endAt: startAt + durationMs }
  const { positionKey } = work
  return [...cells, positionKey === undefined ? '' : await readCoordinates(work.reader, positionKey, period)]
}

function valueOf(occurrence: EventOccurrence, column: string): CsvValue {
  return Object.hasOwn(occurrence, column) ? occurrence[column] : null
}
