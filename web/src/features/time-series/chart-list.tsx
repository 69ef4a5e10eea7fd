import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { UnitNote } from '#platform/extensions/unit-notes.ts'
import { createAxisRoom } from '#shared/charts/axis-room.ts'
import type { HiddenLines } from '#shared/charts/hidden-lines.ts'
import type { VerticalLineStore } from '#shared/charts/vertical-line.ts'
import { useLive } from '#platform/live/live-context.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { ComparedFeeds } from './compared-feeds.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { fieldsBySource, type PlannedChart } from './chart-plan.ts'
import { createChartStore } from './chart-store.ts'
import { seriesQuery } from './series-queries.ts'
import { SourceFeed, type FedChart } from './source-feed.tsx'
import type { ShownMarks } from './use-shown-events.ts'
import type { ChartView } from './use-chart-view.ts'
import type { PeriodComparison } from './use-comparison.ts'

interface ChartListProps {
  dataId: DataId
  charts: readonly PlannedChart[]
  hidden: HiddenLines
  view: ChartView
  comparison: PeriodComparison
  /** The occurrences that are shaded, or when an alert was triggered. */
  shown: ShownMarks | undefined
  notes: readonly UnitNote[]
  verticalLine: VerticalLineStore
  timeFormat: TimeFormat
}

/**
 * The charts of the page with their data. A change of mode needs another `key`, so that no data of one mode shows in the other.
 */
export function ChartList(props: ChartListProps) {
  const { dataId, charts: planned, hidden, view, comparison, shown, notes, verticalLine, timeFormat } = props
  const api = useApi()
  const live = useLive()
  const history = view.extent.kind === 'custom' ? view.extent : undefined
  const { knownAt } = view
  const charts = useMemo(
    () => planned.map((chart): FedChart => ({ chart, store: createChartStore(chart.lines) })),
    [planned],
  )
  const { chosen } = comparison
  const compared = useMemo(
    () =>
      chosen === undefined ? undefined : planned.map((chart) => ({ chart, store: createChartStore(chart.lines) })),
    [planned, chosen],
  )
  const sources = useMemo(() => [...fieldsBySource(planned)], [planned])
  const [room] = useState(createAxisRoom)
  useEffect(() => {
    if (history !== undefined) live.enterHistory()
  }, [live, history])
  const [loaded, setLoaded] = useState<ReadonlySet<SourceName>>(new Set())
  const series = useQueries({
    queries: sources.map(([source, fields]) => seriesQuery(api, { dataId, source, fields, history, knownAt })),
  })

  return (
    <>
      {sources.map(([source, fields]) => (
        <SourceFeed
          key={source}
          dataId={dataId}
          source={source}
          fields={fields}
          charts={charts}
          history={history}
          knownAt={knownAt}
          onLoaded={(which) => setLoaded((before) => (before.has(which) ? before : new Set([...before, which])))}
        />
      ))}
      {chosen === undefined || compared === undefined ? undefined : (
        <ComparedFeeds dataId={dataId} comparison={chosen} sources={sources} charts={compared} view={view} />
      )}
      {charts.map(({ chart, store }, position) => {
        const own = sources.flatMap(([source], index) => {
          const query = series[index]
          return query !== undefined && chart.lines.some((line) => line.source === source) ? [{ source, query }] : []
        })
        return (
          <ChartPanel
            // Charts are identified by their place in the template, which is replaced as a whole. oxlint-disable-next-line
            // react/no-array-index-key
            key={position}
            dataId={dataId}
            position={position}
            chart={chart}
            store={store}
            sources={own.map(({ source, query: { data, error } }) => ({
              data,
              error,
              loaded: history !== undefined || loaded.has(source),
            }))}
            reduced={own.some(({ query }) => (query.data?.data.columnMs ?? 0) > 0)}
            hidden={hidden}
            room={room}
            view={view}
            comparison={comparison}
            compared={compared?.[position]?.store}
            shown={shown}
            notes={notes}
            verticalLine={verticalLine}
            timeFormat={timeFormat}
          />
        )
      })}
    </>
  )
}
