import type { DownloadProgress } from '#shared/downloads/use-download.ts'
import { getEventReport, type OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { reportFileName } from '@fieldwatch/contract/events/report-names'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { fileOf } from '#shared/downloads/save-csv.ts'
import { saveAs } from '#shared/downloads/save-sheet.ts'
import type { EventSpan } from '../event-span.ts'

interface ReportRequest {
  readonly dataId: DataId
  /** The name of the event table. */
  readonly name: string
  readonly span: EventSpan
  readonly filter: OccurrenceFilter
  readonly report: string
  readonly format: FileFormat
}

/** Saves all occurrences of a range as a report writes them. Nothing is saved when it ends early. */
export async function downloadReport(
  api: Api,
  request: ReportRequest,
  { signal, onBytes }: DownloadProgress,
): Promise<void> {
  const { dataId, name, span, filter, report, format } = request
  const query = { dataID: dataId, name, report, ...span, ...filter, timeZone: ownTimeZone(), format }
  const response = await api.callRaw(getEventReport, { query }, { signal })
  saveAs(await fileOf(response, onBytes), reportFileName(dataId, report), format)
}

/** The time zone of the browser. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
