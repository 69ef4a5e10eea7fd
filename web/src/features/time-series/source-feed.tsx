import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useLive } from '#platform/live/live-context.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { PlannedChart } from './chart-plan.ts'
import type { ChartStore } from './chart-store.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { seriesQuery, seriesOf } from './series-queries.ts'

export interface FedChart {
  readonly chart: PlannedChart
  readonly store: ChartStore
}

interface SourceFeedProps {
  dataId: DataId
  source: SourceName
  fields: readonly string[]
  charts: readonly FedChart[]
  /** The fixed range of historical mode, in which nothing is followed. */
  history: TimeRange | undefined
  knownAt: number | undefined
  /** Called when the stream has sent everything that was stored. */
  onLoaded: (source: SourceName) => void
}

/** Feeds one source into all charts that draw it: its past once, then its records as they arrive. Renders nothing. */
export function SourceFeed({ dataId, source, fields, charts, history, knownAt, onLoaded }: SourceFeedProps) {
  const live = useLive()
  const { data: series } = useQuery(seriesQuery(useApi(), { dataId, source, fields, history, knownAt }))
  const loaded = useEffectEvent(() => onLoaded(source))

  useEffect(() => {
    if (series === undefined) return undefined
    for (const { chart, store } of charts) {
      if (chart.lines.some((line) => line.source === source)) {
        store.loadSource(seriesOf(chart.lines, source, fields, series.data))
      }
    }
    if (history !== undefined) return undefined
    const { cursor } = series
    return live.subscribeRecords(
      { dataId, subject: source, ...(cursor === undefined ? {} : { cursor }) },
      {
        onRecords: (records) => {
          const now = portalNow()
          for (const { store } of charts) store.append(source, records, now)
        },
        onLoaded: () => loaded(),
      },
    )
  }, [series, charts, dataId, source, fields, history, live])

  return undefined
}
