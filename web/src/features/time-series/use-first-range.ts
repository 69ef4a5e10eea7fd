import type { DataId } from '@fieldwatch/contract/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { fetchEdge } from '#shared/charts/fetch-series.ts'
import { type ChartRange, DEFAULT_CHART_RANGE, rangeSince } from '#shared/time-range/chart-ranges.ts'
import { fieldsBySource, type PlannedChart } from './chart-plan.ts'
import { seriesQuery } from './series-queries.ts'

interface Setting {
  dataId: DataId
  charts: readonly PlannedChart[]
  /** Whether no range was chosen. */
  enabled: boolean
}

/** The live range that the data of a new unit fill: the narrowest one since its first record. Others have the default. */
export function useFirstRange({ dataId, charts, enabled }: Setting): ChartRange {
  const api = useApi()
  const client = useQueryClient()
  const sources = [...fieldsBySource(charts)]
  const { data = DEFAULT_CHART_RANGE } = useQuery({
    queryKey: ['first-range', dataId, sources] as const,
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const firsts = await Promise.all(
        sources.map(async ([source, fields]) => {
          const series = await client.fetchQuery(seriesQuery(api, { dataId, source, fields, history: undefined }))
          const [seen] = series.data.x
          if (seen === undefined || rangeSince(seen, now) === DEFAULT_CHART_RANGE) return seen ?? Infinity
          // It may have sent before the last day, and been silent since.
          const first = await fetchEdge(api, { dataId, source }, { edge: 'first', signal })
          return first === undefined ? seen : Date.parse(first.record.messageUTC)
        }),
      )
      const earliest = Math.min(...firsts)
      return earliest === Infinity ? DEFAULT_CHART_RANGE : rangeSince(earliest, now)
    },
    enabled: enabled && sources.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return data
}
