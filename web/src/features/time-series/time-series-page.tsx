import type { Chart } from '@fieldwatch/contract/templates'
import type { SourceName } from '@fieldwatch/contract/ids'
import { Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useApi } from '#api/api-context.tsx'
import { LIVE_WINDOW_MS } from '#charts/chart-window.ts'
import { useMe } from '#session/me-queries.ts'
import { DEFAULT_CHART_RANGE, formatChartRanges, parseChartRanges, withChartRange } from '#time-range/chart-ranges.ts'
import { useUnit } from '#units/unit-context.ts'
import { ChartPanel } from './chart-panel.tsx'
import { fieldsBySource, planCharts } from './chart-plan.ts'
import { createChartStore } from './chart-store.ts'
import { DownloadButton } from './download-button.tsx'
import { liveSeriesQuery } from './series-queries.ts'
import { SourceFeed, type FedChart } from './source-feed.tsx'
import classes from './time-series-page.module.css'

const ROUTE = '/signed-in/dashboard/$dataID/time-series'
const NO_CHARTS: Chart[] = []

/** The charts of a unit in live mode: the last 24 hours, growing as records arrive. */
export function TimeSeriesPage() {
  const { unit, template } = useUnit()
  const { timeFormat } = useMe()
  const api = useApi()
  const { range } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/dashboard/$dataID/time-series' })
  const templateCharts = template?.timeSeries?.charts ?? NO_CHARTS
  const charts = useMemo(
    () => planCharts(templateCharts).map((chart): FedChart => ({ chart, store: createChartStore(chart.lines) })),
    [templateCharts],
  )
  const sources = useMemo(() => [...fieldsBySource(charts.map(({ chart }) => chart))], [charts])
  const [loaded, setLoaded] = useState<ReadonlySet<SourceName>>(new Set())
  const series = useQueries({
    queries: sources.map(([source, fields]) => liveSeriesQuery(api, { dataId: unit.dataID, source, fields })),
  })
  const ranges = parseChartRanges(range)

  if (charts.length === 0) return <NoCharts />
  return (
    <div className={classes['page']}>
      {sources.map(([source, fields]) => (
        <SourceFeed
          key={source}
          dataId={unit.dataID}
          source={source}
          fields={fields}
          charts={charts}
          onLoaded={(which) => setLoaded((before) => (before.has(which) ? before : new Set([...before, which])))}
        />
      ))}
      <div className={classes['bar']}>
        <span className={classes['mode']}>Live, last 24 hours</span>
        <DownloadButton
          dataId={unit.dataID}
          title={unit.friendlyName}
          label="Download all charts as CSV"
          lines={charts.flatMap(({ chart }) => chart.lines)}
          span={() => ({ from: Date.now() - LIVE_WINDOW_MS, to: Date.now() })}
        />
      </div>
      {charts.map(({ chart, store }, position) => {
        const own = sources.flatMap(([source], index) => {
          const query = series[index]
          return query !== undefined && chart.lines.some((line) => line.source === source) ? [{ source, query }] : []
        })
        return (
          <ChartPanel
            // Charts have no identity but their place in the template, which is replaced as a whole.
            // oxlint-disable-next-line react/no-array-index-key
            key={position}
            dataId={unit.dataID}
            chart={chart}
            store={store}
            sources={own.map(({ source, query: { data, error } }) => ({ data, error, loaded: loaded.has(source) }))}
            reduced={own.some(({ query }) => query.data?.reduced === true)}
            range={ranges[position] ?? DEFAULT_CHART_RANGE}
            onRange={(next) => {
              const text = formatChartRanges(withChartRange(ranges, position, next))
              void navigate({ search: text === undefined ? {} : { range: text }, replace: true, resetScroll: false })
            }}
            timeFormat={timeFormat}
          />
        )
      })}
    </div>
  )
}

function NoCharts() {
  return (
    <Stack className={classes['empty'] ?? ''}>
      <Text fw={600}>No charts yet</Text>
      <Text c="dimmed">
        The template of this unit has no charts. They would show the last 24 hours of its values, live.
      </Text>
    </Stack>
  )
}
