import { type comparePeriods, MOST_COMPARED_SERIES } from '@fieldwatch/contract/comparisons/comparisons'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { ChartMarks } from '#shared/charts/chart-marks.ts'
import type { PlannedLine } from './chart-plan.ts'
import type { ComparedPeriods } from './use-comparison.ts'

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
  { shown, compared, knownAt }: ComparedPeriods & { readonly knownAt?: number | undefined },
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
    ...(knownAt === undefined ? {} : { asKnownAt: new Date(knownAt).toISOString() }),
  }))
}
