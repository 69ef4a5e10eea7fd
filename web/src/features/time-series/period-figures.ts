import {
  type comparePeriods,
  MOST_COMPARED_SERIES,
  type PeriodFigures,
} from '@fieldwatch/contract/comparisons/comparisons'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { pageLocale } from '@fieldwatch/contract/text/text-locale'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import { readingText } from '#shared/charts/value-text.ts'
import type { ChartMarks } from '#shared/charts/chart-marks.ts'
import type { PlannedLine } from './chart-plan.ts'
import type { ComparedPeriods } from './use-comparison.ts'

/** The figures of a period, in the order of the table. */
export const FIGURES = ['sum', 'mean', 'min', 'max', 'hoursAbove'] as const
export type Figure = (typeof FIGURES)[number]

/** One figure of both periods in the unit of measure of its line; undefined where there is none. */
export interface FigurePair {
  readonly shown: number | undefined
  readonly compared: number | undefined
}

export function thresholdKey({ source, field }: Pick<PlannedLine, 'source' | 'field'>): string {
  return `${source}.${field}`
}

/** The threshold of a line, as sent: the chosen one, or the limit that its chart shows. */
export function thresholdOf(
  line: PlannedLine,
  {
    index,
    thresholds,
    limit,
  }: { index: number; thresholds: Readonly<Record<string, number>>; limit: ChartMarks['limit'] },
): number | undefined {
  const chosen = thresholds[thresholdKey(line)]
  if (chosen !== undefined || limit?.lines.includes(index) !== true) return chosen
  return line.measure.sent(limit.value)
}

type Question = CallOf<typeof comparePeriods>['body']

/** The requests for the figures of some lines. */
export function figureRequests(
  dataID: DataId,
  lines: readonly (PlannedLine & { readonly above: number | undefined })[],
  { shown, compared }: ComparedPeriods,
): Question[] {
  const period = ({ from, to }: ComparedPeriods['shown']) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  const series = lines.map(({ source, field, maxGapMs, above }) => ({
    dataID,
    source,
    field,
    maxGapMinutes: maxGapMs / 60_000,
    ...(above === undefined ? {} : { above }),
  }))
  return Array.from({ length: Math.ceil(series.length / MOST_COMPARED_SERIES) }, (_, part) => ({
    series: series.slice(part * MOST_COMPARED_SERIES, (part + 1) * MOST_COMPARED_SERIES),
    ...period(shown),
    compareWith: period(compared),
  }))
}

/** A figure as it is shown. A sum of readings is that of the converted ones, also on a scale with its own zero. */
export function shownFigure(
  figures: PeriodFigures | null | undefined,
  figure: Figure,
  measure: Measure,
): number | undefined {
  const value = figures?.[figure] ?? undefined
  if (figures === null || figures === undefined || value === undefined || figure === 'hoursAbove') return value
  if (!measure.isConverted || figure !== 'sum') return measure.value(value)
  return figures.mean === null ? undefined : measure.value(figures.mean) * figures.count
}

export function figureText(value: number | undefined, figure: Figure): string {
  if (value === undefined || figure !== 'hoursAbove') return readingText(value, undefined)
  return numberText(value, { least: 0, most: 2 })
}

/** By how much of the compared figure the shown one differs, as `+4.5%`; empty where that cannot be said. */
export function changeText({ shown, compared }: FigurePair): string {
  if (shown === undefined || compared === undefined || compared === 0) return ''
  const share = (shown - compared) / Math.abs(compared)
  if (!Number.isFinite(share)) return ''
  const format = new Intl.NumberFormat(pageLocale(), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
    ...(Math.abs(share) >= LARGE ? { notation: 'scientific' as const } : {}),
  })
  return format.format(share)
}

const LARGE = 1e4
