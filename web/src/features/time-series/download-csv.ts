import { csvHeading } from '@fieldwatch/contract/templates/chart-csv'
import { exportData } from '@fieldwatch/contract/telemetry/data'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { fileOf, saveCsv } from '#shared/downloads/save-csv.ts'
import { csvFileName, type CsvWork } from './chart-csv.ts'
import { fieldsBySource, type PlannedLine } from './chart-plan.ts'
import type { CsvAnswer } from './csv.worker.ts'

interface DownloadRequest {
  dataId: DataId
  /** Goes into the name of the file. */
  title: string
  lines: readonly PlannedLine[]
  span: TimeRange
  /** Called with all bytes received so far. */
  onProgress: (bytes: number) => void
}

/** Saves every record behind some series, also where the picture shows fewer points, as one CSV file. */
export async function downloadCsv(api: Api, request: DownloadRequest): Promise<void> {
  const { dataId, title, lines, span, onProgress } = request
  let received = 0
  const count = (bytes: number) => onProgress((received += bytes))
  const exports = await Promise.all(
    [...fieldsBySource([{ lines }]).keys()].map(async (source) => {
      const file = await fetchExport(api, { dataId, source, span, count })
      return file === undefined ? [] : [[source, file] as const]
    }),
  )
  const work = {
    columns: lines.map((line) => ({
      heading: csvHeading({ label: line.label, unit: line.measure.sentUnit }),
      source: line.source,
      field: line.field,
    })),
    exports: exports.flat(),
  }
  saveCsv(await joinInWorker(work), csvFileName(dataId, title, span.to))
}

interface ExportRequest {
  dataId: DataId
  source: string
  span: TimeRange
  count: (bytes: number) => void
}

/**
 * The export of a source; undefined when the source does not exist. It has all fields, because naming one that the source does
 * not have yet would be refused.
 */
async function fetchExport(api: Api, { dataId, source, span, count }: ExportRequest): Promise<Blob | undefined> {
  try {
    const response = await api.callRaw(exportData, {
      params: { dataID: dataId, file: `${source}.csv` },
      query: { from: String(Math.floor(span.from)), to: String(Math.ceil(span.to)) },
    })
    return await fileOf(response, count)
  } catch (error) {
    if (hasCode(error, 'data/not-found')) return undefined
    throw error
  }
}

/** Joins in a worker, as a day of records takes a second or two. */
function joinInWorker(work: CsvWork): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const worker = new Worker(new URL('csv.worker.ts', import.meta.url), { type: 'module', name: 'csv' })
  worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => {
    if ('file' in data) resolve(data.file)
    else reject(new Error(data.error))
  })
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  worker.postMessage(work, [])
  return promise.finally(() => worker.terminate())
}
