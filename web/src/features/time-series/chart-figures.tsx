import type { Comparison } from '@fieldwatch/contract/comparisons/comparison-names'
import { comparePeriods, type PeriodFigures } from '@fieldwatch/contract/comparisons/comparisons'
import {
  changeText,
  type Figure,
  FIGURES,
  type FigurePair,
  figureText,
  shownFigure,
} from '@fieldwatch/contract/comparisons/shown-figures'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { ChartMarks } from '#shared/charts/chart-marks.ts'
import type { ChartWindow } from '#shared/charts/chart-window.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { PlannedLine } from './chart-plan.ts'
import classes from './chart-figures.module.css'
import { figureRequests, thresholdKey, thresholdOf } from './period-figures.ts'
import { ThresholdField } from './threshold-field.tsx'
import type { ChartView } from './use-chart-view.ts'
import { comparedPeriods, type ComparedPeriods, type PeriodComparison } from './use-comparison.ts'
import { t } from './texts.ts'

interface ChartFiguresProps {
  dataId: DataId
  /** The title of the chart. */
  title: string
  lines: readonly PlannedLine[]
  hidden: ReadonlySet<string>
  comparison: PeriodComparison
  chosen: Comparison
  view: Pick<ChartView, 'window' | 'period' | 'knownAt'>
  /** The limit that the chart shows, which is a threshold too. */
  limit: ChartMarks['limit']
  timeFormat: TimeFormat
}

interface FigureRow {
  readonly line: PlannedLine
  readonly above: number | undefined
  readonly shown: PeriodFigures | null | undefined
  readonly compared: PeriodFigures | null | undefined
}

const REST_MS = 300

/** What the series of a chart come to in the period in sight and in the one that it is compared with. */
export function ChartFigures(props: ChartFiguresProps) {
  const { dataId, title, lines, hidden, comparison, chosen, view, limit, timeFormat } = props
  const { thresholds, setThreshold } = comparison
  const [window] = useDebouncedValue(view.window, REST_MS)
  const asked = useMemo(
    () =>
      lines
        .map((line, index) => ({ ...line, above: thresholdOf(line, { index, thresholds, limit }) }))
        .filter(({ key }) => !hidden.has(key)),
    [lines, hidden, thresholds, limit],
  )
  const query = useQuery(
    figuresQuery(useApi(), {
      dataId,
      lines: asked,
      comparison: chosen,
      window,
      period: view.period,
      knownAt: view.knownAt,
    }),
  )
  const { data, error } = query
  const columns = useMemo(() => columnsFor(setThreshold), [setThreshold])
  const rows = useMemo(
    () => asked.map((line, index): FigureRow => ({ line, above: line.above, ...pairAt(data?.series[index]) })),
    [asked, data],
  )
  if (asked.length === 0) return undefined
  if (data === undefined && error !== null)
    return (
      <FailureNote text={t('time-series.figures.failed')} advice={error.message} onRetry={() => void query.refetch()} />
    )
  if (data?.periods === undefined && data !== undefined)
    return <Text className={classes['periods'] ?? ''}>{t('time-series.figures.too-long')}</Text>
  return (
    <section className={classes['figures']} aria-label={t('time-series.figures.label', { title })}>
      <Text className={classes['periods'] ?? ''}>
        {data?.periods === undefined ? t('time-series.state.loading') : periodsText(data.periods, timeFormat)}
      </Text>
      <DataTable
        compact
        label={t('time-series.figures.label', { title })}
        columns={columns}
        rows={data === undefined ? undefined : rows}
        rowId={({ line }) => line.key}
        rowLabel={({ line }) => line.label}
      />
    </section>
  )
}

function pairAt(one: Pick<FigureRow, 'shown' | 'compared'> | undefined): Pick<FigureRow, 'shown' | 'compared'> {
  return { shown: one?.shown, compared: one?.compared }
}

function periodsText({ shown, compared }: ComparedPeriods, timeFormat: TimeFormat): string {
  if (compared.from >= compared.to) return t('time-series.figures.no-dates')
  const written = ({ from, to }: TimeRange) => ({
    from: formatMoment(from, timeFormat),
    to: formatMoment(to, timeFormat),
  })
  const [now, then] = [written(shown), written(compared)]
  return t('time-series.figures.periods', { from: now.from, to: now.to, comparedFrom: then.from, comparedTo: then.to })
}

function columnsFor(setThreshold: PeriodComparison['setThreshold']): readonly Column<FigureRow>[] {
  return [
    {
      id: 'series',
      title: t('time-series.figures.series'),
      sortable: false,
      value: ({ line }) => line.label,
      cell: ({ line }) => <SeriesName line={line} />,
    },
    ...FIGURES.map((figure): Column<FigureRow> => ({
      id: figure,
      title: t(`time-series.figures.${figure}`),
      align: 'end',
      sortable: false,
      value: (row) => pairOf(row, figure).shown ?? null,
      cell: (row) =>
        figure === 'hoursAbove' ? (
          <div className={classes['above']}>
            <ThresholdField
              line={row.line}
              above={row.above}
              onChange={(above) => setThreshold(thresholdKey(row.line), above)}
            />
            {row.above === undefined ? undefined : <FigureCell pair={pairOf(row, figure)} figure={figure} />}
          </div>
        ) : (
          <FigureCell pair={pairOf(row, figure)} figure={figure} />
        ),
    })),
  ]
}

function SeriesName({ line: { label, unit, colour } }: { line: PlannedLine }) {
  return (
    <span className={classes['series']}>
      <span className={classes['swatch']} style={{ background: colour }} aria-hidden />
      <bdi className={classes['name']} title={label}>
        {unit === undefined ? label : t('time-series.figures.with-unit', { label, unit })}
      </bdi>
    </span>
  )
}

function FigureCell({ pair, figure }: { pair: FigurePair; figure: Figure }) {
  const change = changeText(pair)
  return (
    <span className={classes['cell']}>
      <span className={classes['shown']}>{figureText(pair.shown, figure)}</span>
      <span className={classes['compared']}>
        {figureText(pair.compared, figure)}
        {change === '' ? undefined : ` · ${change}`}
      </span>
    </span>
  )
}

function pairOf({ line: { measure }, shown, compared }: FigureRow, figure: Figure): FigurePair {
  return { shown: shownFigure(shown, figure, measure), compared: shownFigure(compared, figure, measure) }
}

interface FiguresRequest {
  readonly dataId: DataId
  readonly lines: readonly (PlannedLine & { readonly above: number | undefined })[]
  readonly comparison: Comparison
  readonly window: ChartWindow
  readonly period: ChartWindow
  readonly knownAt: number | undefined
}

interface LoadedFigures {
  /** Undefined: too long to be compared. */
  readonly periods: ComparedPeriods | undefined
  readonly series: readonly Pick<FigureRow, 'shown' | 'compared'>[]
}

const OFTEN_MS = 10_000
const SELDOM_MS = 60_000
const ROUNDS = 60

function figuresQuery(api: Api, { dataId, lines, comparison, window, period, knownAt }: FiguresRequest) {
  const asked = lines.map(({ source, field, above, maxGapMs }) => [source, field, above, maxGapMs] as const)
  return queryOptions({
    queryKey: ['period-figures', dataId, asked, comparison, window, period, knownAt] as const,
    queryFn: async ({ signal }): Promise<LoadedFigures> => {
      const periods = comparedPeriods({ comparison, window, period, now: portalNow() })
      if (periods === undefined || periods.compared.from >= periods.compared.to) return { periods, series: [] }
      const answers = await Promise.all(
        figureRequests(dataId, lines, { ...periods, knownAt }).map((body) =>
          api.call(comparePeriods, { body }, { signal }),
        ),
      )
      return { periods, series: answers.flatMap(({ details }) => details.series) }
    },
    // A period that moves is counted up again.
    refetchInterval:
      window.kind === 'rolling' ? Math.min(SELDOM_MS, Math.max(OFTEN_MS, window.lengthMs / ROUNDS)) : false,
    enabled: lines.length > 0,
    staleTime: SELDOM_MS,
    placeholderData: keepPreviousData,
  })
}
