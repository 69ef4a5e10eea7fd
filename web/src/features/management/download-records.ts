import type { DownloadProgress } from '#shared/downloads/use-download.ts'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { exportData, exportParquet, exportWorkbook } from '@fieldwatch/contract/telemetry/data'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Api } from '#platform/api/call.ts'
import { fileOf, saveCsv } from '#shared/downloads/save-csv.ts'
import { saveFile } from '#shared/downloads/save-file.ts'

export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'parquet'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]

/** How far back a download goes. */
export const DOWNLOAD_PERIODS = ['all', 'day', 'week', 'month', 'year'] as const
export type DownloadPeriod = (typeof DOWNLOAD_PERIODS)[number]
const DAYS: Readonly<Record<DownloadPeriod, number | undefined>> = {
  all: undefined,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
}

export interface RecordsRequest {
  readonly dataId: DataId
  readonly source: SourceName
  readonly format: DownloadFormat
  readonly period: DownloadPeriod
  /** The notes of the period too, for formats that have a place for them. */
  readonly withNotes: boolean
  readonly timeZone: string
  readonly now: number
}

/** Saves the records of a source as a file. Nothing is saved when it ends early. */
export async function downloadRecords(
  api: Api,
  request: RecordsRequest,
  { signal, onBytes }: DownloadProgress,
): Promise<void> {
  const file = await fileOf(await open(api, request, signal), onBytes)
  const name = `${request.dataId}-${request.source}.${request.format}`
  if (request.format === 'csv') saveCsv(file, name)
  else saveFile(file, name)
}

function open(api: Api, request: RecordsRequest, signal: AbortSignal): Promise<Response> {
  const { dataId: dataID, source: subject, format, period, withNotes, timeZone, now } = request
  const days = DAYS[period]
  const query = days === undefined ? {} : { from: String(now - days * DAY_MS) }
  const params = { dataID, subject }
  if (format === 'parquet') return api.callRaw(exportParquet, { params, query }, { signal })
  const readable = { ...query, units: 'preferred' as const, ...(withNotes ? { notes: 'true' } : {}) }
  if (format === 'xlsx') return api.callRaw(exportWorkbook, { params, query: { ...readable, timeZone } }, { signal })
  return api.callRaw(exportData, { params: { dataID, file: `${subject}.csv` }, query: readable }, { signal })
}
