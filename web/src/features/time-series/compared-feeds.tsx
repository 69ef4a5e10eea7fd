import type { Comparison } from '@fieldwatch/contract/comparisons/comparison-names'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { ChartData } from '#shared/charts/series-buffer.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { comparedQuery } from './compared-series.ts'
import { seriesOf } from './series-queries.ts'
import type { FedChart } from './source-feed.tsx'
import type { ChartView } from './use-chart-view.ts'
import { t } from './texts.ts'

interface ComparedFeedsProps {
  dataId: DataId
  comparison: Comparison
  sources: readonly (readonly [SourceName, readonly string[]])[]
  /** The charts, with the stores of what they are compared with. */
  charts: readonly FedChart[]
  view: ChartView
}

/** How often the compared period moves along with the present. */
const MOVE_MS = 10_000
/** A zoom is over after this pause. */
const REST_MS = 200

/** Feeds the period that is compared with into all charts. Renders nothing unless that fails. */
export function ComparedFeeds({ dataId, comparison, sources, charts, view }: ComparedFeedsProps) {
  const api = useApi()
  const now = useNow(MOVE_MS)
  const [window] = useDebouncedValue(view.window, REST_MS)
  const series = useQueries({
    queries: sources.map(([source, fields]) =>
      comparedQuery(api, {
        dataId,
        source,
        fields,
        comparison,
        window,
        period: view.period,
        now,
        knownAt: view.knownAt,
      }),
    ),
  })
  const failed = series.filter(({ isError }) => isError)
  return (
    <>
      {sources.map(([source, fields], index) => (
        <ComparedFeed key={source} source={source} fields={fields} charts={charts} data={series[index]?.data} />
      ))}
      {failed.length === 0 ? undefined : (
        <FailureNote
          text={t('time-series.compare.failed')}
          advice={failed[0]?.error?.message ?? ''}
          onRetry={() => {
            for (const { refetch } of failed) void refetch()
          }}
        />
      )}
    </>
  )
}

interface ComparedFeedProps extends Pick<ComparedFeedsProps, 'charts'> {
  source: SourceName
  fields: readonly string[]
  data: ChartData | undefined
}

function ComparedFeed({ source, fields, charts, data }: ComparedFeedProps) {
  useEffect(() => {
    if (data === undefined) return
    for (const { chart, store } of charts) {
      if (chart.lines.some((line) => line.source === source))
        store.loadSource(seriesOf(chart.lines, source, fields, data))
    }
  }, [source, fields, charts, data])
  return undefined
}
