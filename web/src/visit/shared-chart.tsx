import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { getSharedSeries, SHARED_CHART, SHARED_UNIT } from '@fieldwatch/contract/visitors/shared-screens'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { Text } from '@mantine/core'
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { createChartStore } from '#features/time-series/chart-store.ts'
import { fieldsBySource, planCharts } from '#features/time-series/chart-plan.ts'
import { seriesOf } from '#features/time-series/series-queries.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { useLive } from '#platform/live/live-context.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { type ChartWindow, spanOf } from '#shared/charts/chart-window.ts'
import { readSeriesReply } from '#shared/charts/fetch-series.ts'
import { useHiddenLines } from '#shared/charts/hidden-lines.ts'
import type { ChartData } from '#shared/charts/series-buffer.ts'
import { TimeChart } from '#shared/charts/time-chart.tsx'
import { createAxisRoom } from '#shared/charts/axis-room.ts'
import { createVerticalLine } from '#shared/charts/vertical-line.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { visitRangeText } from './range-text.ts'
import classes from './visit.module.css'
import { t } from './texts.ts'

interface SharedChartProps {
  /** As the screen names it. */
  unit?: DataId
  /** Likewise. */
  chartKey?: string
  chart: Chart
  range: SharedRange
  /** It fills its tile, and is read from across the room. */
  isOnWall?: boolean
}

/** New records are drawn after this time, all at once. */
const PAUSE_MS = 2_000
const SERIES_KEY = 'shared-series'

/** A chart with its range, which moves with the time unless it is in the past. */
export function SharedChart({
  unit = SHARED_UNIT,
  chartKey = SHARED_CHART,
  chart,
  range,
  isOnWall = false,
}: SharedChartProps) {
  const api = useApi()
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const lines = useMemo(() => planCharts([chart], measures).flatMap((one) => one.lines), [chart, measures])
  const store = useMemo(() => createChartStore(lines), [lines])
  const sources = useMemo(() => [...fieldsBySource([{ lines }])], [lines])
  const extent = useMemo(() => extentOf(range), [range])
  const [zoom, setZoom] = useState<{ window: ChartWindow; of: ChartWindow }>()
  const [verticalLine] = useState(createVerticalLine)
  const [room] = useState(createAxisRoom)
  const hidden = useHiddenLines()
  const results = useQueries({
    queries: sources.map(([source, fields]) => sharedSeriesQuery(api, { chartKey, source, fields, extent })),
  })
  useFollowed(range.kind === 'last' ? sources.map(([source]) => source) : NONE, { unit, chartKey })
  const data = results.map((result) => result.data)
  useEffect(() => {
    for (const [place, [source, fields]] of sources.entries()) {
      const read = data[place]
      if (read !== undefined) store.loadSource(seriesOf(lines, source, fields, read))
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list is another one each time, what is in it is not
  }, [store, lines, sources, ...data])
  const failed = results.find(({ error, data: read }) => error !== null && read === undefined)

  return (
    <section className={classes['chart']} data-wall={isOnWall} aria-label={chart.title}>
      <h2 className={classes['title']} title={chart.title}>
        {chart.title}
      </h2>
      <Text size="sm" c="dimmed">
        {visitRangeText(range, timeFormat)}
      </Text>
      {failed?.error == null ? (
        <TimeChart
          title={chart.title}
          lines={lines}
          feed={store}
          hidden={hidden}
          window={zoom?.of === extent ? zoom.window : extent}
          extent={extent}
          onWindow={(window) => setZoom({ window, of: extent })}
          timeFormat={timeFormat}
          syncKey={chartKey}
          verticalLine={verticalLine}
          room={room}
        />
      ) : (
        <LoadFailure
          title={t('visit.chart.failed')}
          message={failed.error.message}
          onRetry={() => void failed.refetch()}
        />
      )}
    </section>
  )
}

const NONE: readonly SourceName[] = []

function extentOf(range: SharedRange): ChartWindow {
  return range.kind === 'last'
    ? { kind: 'rolling', lengthMs: range.minutes * 60_000 }
    : { kind: 'custom', from: Date.parse(range.fromUTC), to: Date.parse(range.toUTC) }
}

interface SeriesRequest {
  chartKey: string
  source: SourceName
  fields: readonly string[]
  extent: ChartWindow
}

function sharedSeriesQuery(api: Api, { chartKey, source, fields, extent }: SeriesRequest) {
  return queryOptions({
    queryKey: [SERIES_KEY, chartKey, source, fields, extent] as const,
    queryFn: async ({ signal }): Promise<ChartData> => {
      const now = portalNow()
      const { from, to } = spanOf(extent, now)
      const width = Math.min(4000, Math.max(400, Math.round(innerWidth * devicePixelRatio)))
      // The link says where its range ends: units with a fast clock are ahead.
      const end = extent.kind === 'rolling' ? to + 5 * 60_000 : to
      const asked = { chart: chartKey, source, from: String(Math.floor(from)), to: String(Math.ceil(end)), width }
      try {
        const response = await api.callRaw(getSharedSeries, { query: asked }, { signal })
        return (await readSeriesReply(response, { fields, from, to: end, width })).data
      } catch (error) {
        if (!hasCode(error, 'data/not-found')) throw error
        return { x: new Float64Array(), columns: fields.map(() => new Float64Array()), columnMs: 0 }
      }
    },
    staleTime: Infinity,
    // A chart that comes back to a wallboard draws what it had, and reads what came since.
    refetchOnMount: 'always',
    structuralSharing: false,
  })
}

/** Reads the series again when records come, a little later so that many come together. */
function useFollowed(sources: readonly SourceName[], { unit, chartKey }: { unit: DataId; chartKey: string }): void {
  const live = useLive()
  const client = useQueryClient()
  const names = sources.join(' ')
  const readAgain = useEffectEvent(() => void client.invalidateQueries({ queryKey: [SERIES_KEY, chartKey] }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        readAgain()
      }, PAUSE_MS)
    }
    const leave = names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) =>
        live.subscribeRecords({ dataId: unit, subject: name as SourceName }, { onRecords: read, onJoined: read }),
      )
    return () => {
      clearTimeout(timer)
      for (const stop of leave) stop()
    }
  }, [live, names, unit])
}
