import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { Comparison } from '@fieldwatch/contract/comparisons/comparison-names'
import { type Alignment, alignmentsOf, comparedRange, shiftOf } from '@fieldwatch/contract/comparisons/compared-periods'
import { LONGEST_COMPARED_DAYS } from '@fieldwatch/contract/comparisons/comparisons'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { queryOptions } from '@tanstack/react-query'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import type { ChartWindow } from '#shared/charts/chart-window.ts'
import { fetchSeries } from '#shared/charts/fetch-series.ts'
import { type ChartData, lowerBound, type SeriesData } from '#shared/charts/series-buffer.ts'
import { plotPixels } from './series-queries.ts'
import { TIME_ZONE, wholeSpan } from './use-comparison.ts'

interface ComparedRequest {
  readonly dataId: DataId
  readonly source: SourceName
  readonly fields: readonly string[]
  readonly comparison: Comparison
  readonly window: ChartWindow
  readonly period: ChartWindow
  readonly now: number
  readonly knownAt: number | undefined
}

/** What is read before and behind what is in sight is a grid of so many parts of its length, so that small moves need no new read. */
const PARTS = 4

/** A source in the compared period, at the times where it is drawn. */
export function comparedQuery(api: Api, asked: ComparedRequest) {
  const { dataId, source, fields, comparison, window, period, now, knownAt } = asked
  const [whole, span] = [wholeSpan(period, now), gridSpan(wholeSpan(window, now))]
  const shift = shiftOf(comparison, whole, TIME_ZONE)
  const name = ['compared-series', dataId, source, fields, comparison] as const
  return queryOptions({
    queryKey: [...name, shift, span.from, span.to, knownAt] as const,
    queryFn: async ({ signal }): Promise<ChartData> => {
      const compared = comparedRange(span, shift, TIME_ZONE)
      if (compared.from >= compared.to) return nothing(fields)
      const width = Math.ceil(
        plotPixels() * ((span.to - span.from) / (wholeSpan(window, now).to - wholeSpan(window, now).from)),
      )
      try {
        const { data } = await fetchSeries(api, { dataId, source, fields, ...compared, width, knownAt }, signal)
        return { ...alignedSeries(data, alignmentsOf(span, shift, TIME_ZONE)), columnMs: data.columnMs }
      } catch (error) {
        if (!hasCode(error, 'data/not-found')) throw error
        return nothing(fields)
      }
    },
    enabled: whole.to - whole.from <= LONGEST_COMPARED_DAYS * DAY_MS,
    // The last picture stays while a person zooms, but not that of another comparison.
    placeholderData: (before, query) => (query?.queryKey[4] === comparison ? before : undefined),
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  })
}

/** A span with ends on a grid, and a part of the grid beyond them. */
export function gridSpan({ from, to }: TimeRange): TimeRange {
  const grid = 2 ** Math.floor(Math.log2(Math.max(1, (to - from) / PARTS)))
  return { from: Math.floor(from / grid) * grid, to: (Math.ceil(to / grid) + 1) * grid }
}

/** The records of the compared period at the times where they are drawn; those without a place are left out. */
export function alignedSeries({ x, columns }: SeriesData, alignments: readonly Alignment[]): SeriesData {
  const parts = alignments.map(({ from, to, byMs }) => ({
    first: lowerBound(x, from - byMs),
    end: lowerBound(x, to - byMs),
    byMs,
  }))
  const length = parts.reduce((sum, { first, end }) => sum + end - first, 0)
  const aligned = { x: new Float64Array(length), columns: columns.map(() => new Float64Array(length)) }
  let place = 0
  for (const { first, end, byMs } of parts) {
    aligned.x.set(
      x.subarray(first, end).map((at) => at + byMs),
      place,
    )
    for (const [index, column] of columns.entries()) aligned.columns[index]?.set(column.subarray(first, end), place)
    place += end - first
  }
  return aligned
}

function nothing(fields: readonly string[]): ChartData {
  return { x: new Float64Array(), columns: fields.map(() => new Float64Array()), columnMs: 0 }
}
