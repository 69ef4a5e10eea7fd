import { getEventReport, type OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { reportFileName } from '@fieldwatch/contract/events/report-names'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import { fileOf, saveCsv } from '#shared/downloads/save-csv.ts'
import type { EventSpan } from '../event-span.ts'

export interface ReportRequest {
  readonly dataId: DataId
  /** Of the event table. */
  readonly name: string
  readonly span: EventSpan
  readonly filter: OccurrenceFilter
  readonly report: string
}

interface Download {
  readonly signal: AbortSignal
  /** Called with the bytes of each piece. */
  readonly onBytes: (bytes: number) => void
}

/** Saves all occurrences of a range as a report writes them. Nothing is saved when it ends early. */
export async function downloadReport(api: Api, request: ReportRequest, { signal, onBytes }: Download): Promise<void> {
  const { dataId, name, span, filter, report } = request
  const query = { dataID: dataId, name, report, ...span, ...filter, timeZone: ownTimeZone() }
  const response = await api.callRaw(getEventReport, { query }, { signal })
  saveCsv(await fileOf(response, onBytes), reportFileName(dataId, report))
}

/** The time zone of the browser. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
