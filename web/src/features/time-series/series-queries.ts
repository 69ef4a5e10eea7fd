import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { FIRST_CURSOR } from '@fieldwatch/contract/api/live-addresses'
import { queryOptions } from '@tanstack/react-query'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { LIVE_WINDOW_MS } from '#shared/charts/chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { ChartData } from '#shared/charts/series-buffer.ts'
import { fieldsBySource, type PlannedLine } from './chart-plan.ts'
import type { SourceSeries } from './chart-store.ts'
import type { Detail } from './detail-reader.ts'
import { detailWidth } from './detail.ts'
import {
  fetchEdge,
  fetchSeries,
  prepareSource,
  type FetchedSeries,
  type EdgeRecord,
} from '#shared/charts/fetch-series.ts'

interface SourceRequest {
  dataId: DataId
  source: SourceName
  fields: readonly string[]
  /** The chosen range; the last 24 hours in live mode. */
  history: TimeRange | undefined
  knownAt?: number | undefined
}

export interface LoadedSeries extends FetchedSeries {
  /** The unit never sent to this source. */
  readonly missing: boolean
  /** In live mode, the newest record of a source that was silent for a day. */
  readonly latest: EdgeRecord | undefined
}

/** Reads beyond now, so that points of units with a fast clock show. */
const AHEAD_MS = 5 * 60_000

/** A source over the range of the page. In live mode it is read once, and the live stream continues it. */
export function seriesQuery(api: Api, { dataId, source, fields, history, knownAt }: SourceRequest) {
  const name = ['series', dataId, source, fields, history?.from, history?.to] as const
  return queryOptions({
    queryKey: [...name, knownAt] as const,
    queryFn: async ({ signal }): Promise<LoadedSeries> => {
      const request = { dataId, source, fields, ...(history ?? lastDay(portalNow())), width: plotPixels(), knownAt }
      try {
        // Both run at once: a source that cannot be prepared refuses the series too.
        const [, series] = await Promise.all([prepareSource(api, request, signal), fetchSeries(api, request, signal)])
        const silent = history === undefined && series.data.x.length === 0
        return {
          ...series,
          missing: false,
          latest: silent ? await fetchEdge(api, request, { edge: 'latest', signal }) : undefined,
        }
      } catch (error) {
        if (!hasCode(error, 'data/not-found')) throw error
        return { ...nothing(fields), missing: true, latest: undefined }
      }
    },
    // What was known a moment before stays until the next is there.
    placeholderData: (before, query) =>
      knownAt !== undefined && String(query?.queryKey.slice(0, -1)) === String(name) ? before : undefined,
    staleTime: Infinity,
    gcTime: knownAt === undefined ? PREFETCHED_MS : 0,
    structuralSharing: false,
  })
}

/** How long a prefetched series stays fresh. */
const PREFETCHED_MS = 10_000

interface LinesRequest {
  dataId: DataId
  lines: readonly PlannedLine[]
  span: TimeRange
  knownAt: number | undefined
}

/** The series of a chart in a narrower span. */
export function detailQuery(api: Api, { dataId, lines, span: { from, to }, knownAt }: LinesRequest) {
  return queryOptions({
    queryKey: ['series-detail', dataId, lines.map(({ key }) => key), from, to, knownAt] as const,
    queryFn: async ({ signal }): Promise<Detail> => {
      const series = await Promise.all(
        [...fieldsBySource([{ lines }])].map(async ([source, fields]) => {
          const request = { dataId, source, fields, from, to, width: detailWidth(plotPixels()), knownAt }
          const fetched = await fetchSeries(api, request, signal)
          return seriesOf(lines, source, fields, fetched.data)
        }),
      )
      return { series, reduced: series.some(({ data }) => data.columnMs > 0) }
    },
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  })
}

/** What was fetched of a source, with one column for each of a chart's lines of that source. */
export function seriesOf(
  lines: readonly PlannedLine[],
  source: SourceName,
  fields: readonly string[],
  { x, columns, columnMs }: ChartData,
): SourceSeries {
  const own = lines.filter((line) => line.source === source)
  const empty = new Float64Array(x.length).fill(Number.NaN)
  return { source, data: { x, columns: own.map(({ field }) => columns[fields.indexOf(field)] ?? empty), columnMs } }
}

/** The most pixel columns of a chart on this screen. */
export function plotPixels(): number {
  return Math.min(4000, Math.max(400, Math.round(innerWidth * devicePixelRatio)))
}

/**
 * The last day in whole minutes, so that opening the page again within the minute asks for the same series, which server and
 * browser cache.
 */
export function lastDay(now: number): TimeRange {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  return { from: minute - LIVE_WINDOW_MS, to: minute + MINUTE_MS + AHEAD_MS }
}

function nothing(fields: readonly string[]): FetchedSeries {
  const data = { x: new Float64Array(), columns: fields.map(() => new Float64Array()), columnMs: 0 }
  // Follows from the first record, as the unit may send before the stream opens.
  return { data, cursor: FIRST_CURSOR }
}
