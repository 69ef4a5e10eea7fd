import { csvHeading } from '@fieldwatch/contract/templates/chart-table'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { exportData } from '@fieldwatch/contract/telemetry/data'
import type { Comparison } from '@fieldwatch/contract/comparisons/comparison-names'
import { alignmentsOf, shiftOf } from '@fieldwatch/contract/comparisons/compared-periods'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { UnitNote, UnitNotes } from '#platform/extensions/unit-notes.ts'
import { asKnownAt } from '#shared/charts/fetch-series.ts'
import { fileOf } from '#shared/downloads/save-csv.ts'
import { saveAs } from '#shared/downloads/save-sheet.ts'
import { chartFileName, type ChartFileWork, type MovedFile } from './chart-file.ts'
import { fieldsBySource, type PlannedLine } from './chart-plan.ts'
import type { ChartFileAnswer } from './chart-file.worker.ts'
import type { ChartView } from './use-chart-view.ts'
import { TIME_ZONE, wholeSpan } from './use-comparison.ts'
import { t } from './texts.ts'

interface DownloadRequest {
  dataId: DataId
  format: FileFormat
  /** Goes into the name of the file. */
  title: string
  lines: readonly PlannedLine[]
  span: TimeRange
  /** The period that is compared with gets columns of its own. */
  compared?: ComparedRequest | undefined
  /** Epoch milliseconds; records that arrived later are left out. */
  knownAt?: number | undefined
  /** Reads the notes of the range, too. */
  readNotes: UnitNotes['read'] | undefined
  /** Called with all bytes received so far. */
  onProgress: (bytes: number) => void
}

export interface ComparedRequest {
  readonly comparison: Comparison
  readonly view: Pick<ChartView, 'period'>
}

/** Saves every record behind some series, also where the picture shows fewer points, as one file. */
export async function downloadChart(api: Api, request: DownloadRequest): Promise<void> {
  const { dataId, format, title, lines, span, compared, knownAt, readNotes, onProgress } = request
  let received = 0
  const count = (bytes: number) => onProgress((received += bytes))
  const sources = [...fieldsBySource([{ lines }]).keys()]
  const exports = await Promise.all(
    sources.map(async (source) => {
      const file = await fetchExport(api, { dataId, source, span, knownAt, count })
      return file === undefined ? [] : [[source, [{ file, byMs: 0 }]] as const]
    }),
  )
  const zone = TIME_ZONE
  const work: ChartFileWork = {
    format,
    timeZone: zone,
    name: title,
    timeHeading: format === 'csv' ? t('time-series.file.time') : t('time-series.file.time-in', { zone }),
    columns: lines.flatMap(({ label, measure, source, field }) => {
      const heading = csvHeading({ label, unit: measure.sentUnit })
      const own = { heading, source, field }
      const others = { heading: t('time-series.compare.column', { heading }), source: comparedName(source), field }
      return compared === undefined ? [own] : [own, others]
    }),
    exports: [
      ...exports.flat(),
      ...(compared === undefined
        ? []
        : await comparedExports(api, { dataId, sources, span, knownAt, count, ...compared })),
    ],
    ...(readNotes === undefined ? {} : { notes: notesPart(await readNotes(api, dataId, span), sources) }),
  }
  saveAs(await joinInWorker(work), chartFileName(dataId, title, span.to), format)
}

/** The notes on the unit, and on the sources of the file. */
function notesPart(notes: readonly UnitNote[], sources: readonly string[]): ChartFileWork['notes'] & object {
  const own = notes.filter(({ source }) => source === null || sources.includes(source))
  const zone = TIME_ZONE
  return {
    name: t('time-series.file.notes'),
    headings: [
      t('time-series.file.start', { zone }),
      t('time-series.file.end', { zone }),
      t('time-series.file.source'),
      t('time-series.file.note'),
      t('time-series.file.by'),
    ],
    listed: own.map(({ startUTC, endUTC, source, text, by }) => ({ startUTC, endUTC, source, text, by })),
  }
}

interface ComparedExports extends ComparedRequest {
  dataId: DataId
  sources: readonly string[]
  span: TimeRange
  knownAt: number | undefined
  count: (bytes: number) => void
}

/** The exports of the compared period, written at the times where its lines are drawn; one after the other, as few may run at once. */
async function comparedExports(api: Api, asked: ComparedExports): Promise<ChartFileWork['exports'][number][]> {
  const { dataId, sources, comparison, view, span, knownAt, count } = asked
  const shift = shiftOf(comparison, wholeSpan(view.period, portalNow()), TIME_ZONE)
  const alignments = alignmentsOf({ from: Math.floor(span.from), to: Math.ceil(span.to) }, shift, TIME_ZONE)
  const exports: ChartFileWork['exports'][number][] = []
  for (const source of sources) {
    const parts: MovedFile[] = []
    for (const { from, to, byMs } of alignments) {
      const moved = { from: from - byMs, to: to - byMs }
      const file = await fetchExport(api, { dataId, source, span: moved, knownAt, count })
      if (file !== undefined) parts.push({ file, byMs })
    }
    exports.push([comparedName(source), parts])
  }
  return exports
}

/** No source has a space in its name. */
function comparedName(source: string): string {
  return `compared ${source}`
}

interface ExportRequest {
  dataId: DataId
  source: string
  span: TimeRange
  knownAt: number | undefined
  count: (bytes: number) => void
}

/**
 * The export of a source; undefined when the source does not exist. It has all fields, because naming one that the source does
 * not have yet would be refused.
 */
async function fetchExport(api: Api, request: ExportRequest): Promise<Blob | undefined> {
  const { dataId, source, span, knownAt, count } = request
  try {
    const response = await api.callRaw(exportData, {
      params: { dataID: dataId, file: `${source}.csv` },
      query: { from: String(Math.floor(span.from)), to: String(Math.ceil(span.to)), ...asKnownAt(knownAt) },
    })
    return await fileOf(response, count)
  } catch (error) {
    if (hasCode(error, 'data/not-found')) return undefined
    throw error
  }
}

/** Joins in a worker, as a day of records takes a second or two. */
function joinInWorker(work: ChartFileWork): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const worker = new Worker(new URL('chart-file.worker.ts', import.meta.url), { type: 'module', name: 'chart-file' })
  worker.addEventListener('message', ({ data }: MessageEvent<ChartFileAnswer>) => {
    if ('file' in data) resolve(data.file)
    else reject(new Error(data.error))
  })
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  worker.postMessage(work, [])
  return promise.finally(() => worker.terminate())
}
