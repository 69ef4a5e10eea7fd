import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import type { Rehearsal } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { parseComparison, type ValueCondition } from '@fieldwatch/contract/calculations/conditions'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import type { ChartWindow } from '#shared/charts/chart-window.ts'
import { useHiddenLines } from '#shared/charts/hidden-lines.ts'
import { TimeChart } from '#shared/charts/time-chart.tsx'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { createAxisRoom } from '#shared/charts/axis-room.ts'
import { createVerticalLine } from '#shared/charts/vertical-line.ts'
import { rehearsalBands, rehearsalLines, rehearsalNoData, withLimits } from './rehearsal-lines.ts'
import { type AskedRehearsal, rehearsedSeriesQuery } from './rehearsal-queries.ts'
import { t } from '../texts.ts'

/** What is compared on the device; undefined for a silence. */
function conditionOf(
  { source, condition }: AskedRehearsal,
  { comparison }: Rehearsal['units'][number],
): Pick<ValueCondition, 'source' | 'field' | 'constant'> | undefined {
  if (comparison !== null) return parseComparison(comparison).condition
  return condition == null ? undefined : { ...condition, source: source as SourceName }
}

interface RehearsalChartProps {
  /** The device that is shown. */
  unit: Rehearsal['units'][number]
  name: string
  asked: AskedRehearsal
  rehearsal: Rehearsal
}

const NOTHING_DRAWN = { x: new Float64Array(), columns: [], columnMs: 0 }

/** The value over the last 30 days with its limits. Where it would have been triggered is shaded, times without data are hatched. */
export function RehearsalChart({ unit, name, asked, rehearsal }: RehearsalChartProps) {
  const { timeFormat } = useMe()
  const syncKey = useId()
  const [verticalLine] = useState(createVerticalLine)
  const [room] = useState(createAxisRoom)
  const hidden = useHiddenLines()
  const { clearLimit = null } = asked
  const condition = conditionOf(asked, unit)
  const [from, to] = [Date.parse(rehearsal.fromUTC), Date.parse(rehearsal.toUTC)]
  // A name that was checked when it was tried out; of a silence nothing is drawn.
  const value = condition && { source: condition.source, field: condition.field }
  const series = useQuery(rehearsedSeriesQuery(useApi(), { dataId: unit.dataID, value, from, to }))
  const extent = useMemo((): ChartWindow => ({ kind: 'custom', from, to }), [from, to])
  const [zoom, setZoom] = useState<{ window: ChartWindow; of: ChartWindow }>()
  const hasClearLimit = clearLimit !== null
  const measure = useMeasures()(unit.unitOfMeasure)
  const field = value?.field
  const lines = useMemo(
    () => (field === undefined ? [] : rehearsalLines({ field, measure, hasClearLimit })),
    [field, measure, hasClearLimit],
  )
  const constant = condition?.constant
  const feed = useMemo(() => {
    const data =
      constant === undefined
        ? NOTHING_DRAWN
        : series.data && withLimits(series.data, { from, to }, { constant, clearLimit, measure })
    return data && { data: () => data, subscribe: () => () => undefined }
  }, [series.data, from, to, constant, clearLimit, measure])
  const marks = useMemo(
    () => ({ bands: rehearsalBands(unit.events, to), noData: rehearsalNoData(unit.noData), limit: undefined }),
    [unit.events, unit.noData, to],
  )

  if (series.isError) return <Text c="dimmed">{t('alerts.rehearsal.no-values')}</Text>
  if (feed === undefined) return <LoadingSkeleton height="10rem" />
  return (
    <TimeChart
      title={
        field === undefined
          ? t('alerts.rehearsal.chart-silence', { name })
          : t('alerts.rehearsal.chart', { field, name })
      }
      small
      lines={lines}
      feed={feed}
      hidden={hidden}
      window={zoom?.of === extent ? zoom.window : extent}
      extent={extent}
      onWindow={(window) => setZoom({ window, of: extent })}
      marks={marks}
      timeFormat={timeFormat}
      syncKey={syncKey}
      verticalLine={verticalLine}
      room={room}
    />
  )
}
