import { exportData } from '@fieldwatch/contract/data'
import type { DataId } from '@fieldwatch/contract/ids'
import { hasCode } from '#api/api-error.ts'
import type { Api } from '#api/call.ts'
import type { TimeSpan } from '#charts/chart-window.ts'
import { csvFileName, csvHeading, type CsvWork } from './chart-csv.ts'
import { fieldsBySource, type PlannedLine } from './chart-plan.ts'

interface DownloadRequest {
  dataId: DataId
  /** Goes into the name of the file. */
  title: string
  lines: readonly PlannedLine[]
  span: TimeSpan
}

/** Saves every record behind some series, also where the picture shows fewer points, as one CSV file. */
export async function downloadCsv(api: Api, { dataId, title, lines, span }: DownloadRequest): Promise<void> {
  const sources = [...fieldsBySource([{ lines }]).keys()]
  const exports = await Promise.all(
    sources.map(async (source) => [source, await fetchExport(api, dataId, source, span)] as const),
  )
  const work = {
    headings: lines.map(csvHeading),
    lines: lines.map(({ source, field }) => ({ source, field })),
    exports,
  }
  save(await joinInWorker(work), csvFileName(dataId, title, span.to))
}

/** All fields, because a field that the source does not have yet would be refused by name. */
async function fetchExport(api: Api, dataId: DataId, source: string, { from, to }: TimeSpan): Promise<string> {
  try {
    const request = {
      params: { dataID: dataId, file: `${source}.csv` },
      query: { from: String(Math.floor(from)), to: String(Math.ceil(to)) },
    }
    return await (await api.callRaw(exportData, request)).text()
  } catch (error) {
    if (hasCode(error, 'data/not-found')) return ''
    throw error
  }
}

/** A day of records takes a second or two to join; the charts go on meanwhile. */
function joinInWorker(work: CsvWork): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const worker = new Worker(new URL('csv.worker.ts', import.meta.url), { type: 'module', name: 'csv' })
  worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  worker.postMessage(work, [])
  return promise.finally(() => worker.terminate())
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
