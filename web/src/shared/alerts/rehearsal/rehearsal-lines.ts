import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { Rehearsal, RehearsedEvent } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { ChartLine } from '#shared/charts/chart-line.ts'
import type { ChartBand } from '#shared/charts/chart-marks.ts'
import type { ChartData } from '#shared/charts/series-buffer.ts'
import { paletteColour } from '#shared/charts/series-colours.ts'
import { t } from '../texts.ts'

/** As they are stored, and how they are drawn. */
interface Limits {
  constant: number
  clearLimit: number | null
  measure: Measure
}

interface Drawn {
  field: string
  measure: Measure
  hasClearLimit: boolean
}

/** The value and its limits, each a line: so they are in sight, and named in the legend. */
export function rehearsalLines({ field, measure, hasClearLimit }: Drawn): ChartLine[] {
  const line = (key: string, label: string, colour: string, maxGapMs: number): ChartLine => {
    return { key, label, unit: measure.unit, colour, maxGapMs }
  }
  return [
    line('value', field, paletteColour(0), HOUR_MS),
    line('limit', t('alerts.rehearsal.limit'), 'var(--mantine-color-error)', Infinity),
    ...(hasClearLimit
      ? [line('clear', t('alerts.rehearsal.clear-limit'), 'var(--fw-status-current-text)', Infinity)]
      : []),
  ]
}

/** The value with its limits from one end to the other. */
export function withLimits({ x, columns, columnMs }: ChartData, { from, to }: TimeRange, limits: Limits): ChartData {
  const { constant, clearLimit, measure } = limits
  const values = columns[0] ?? new Float64Array(x.length).fill(Number.NaN)
  const start = x[0] === from ? 0 : 1
  const all = new Float64Array(start + x.length + 1)
  all[0] = from
  all.set(x, start)
  all[all.length - 1] = to
  const drawn = new Float64Array(all.length).fill(Number.NaN)
  drawn.set(measure.isConverted ? values.map(measure.drawn) : values, start)
  const flat = (value: number) => new Float64Array(all.length).fill(measure.value(value))
  return {
    x: all,
    columns: [drawn, flat(constant), ...(clearLimit === null ? [] : [flat(clearLimit)])],
    columnMs,
  }
}

/** What is hatched: the times without data. */
export function rehearsalNoData(noData: Rehearsal['units'][number]['noData']): TimeRange[] {
  return noData.map(({ startUTC, endUTC }) => ({ from: Date.parse(startUTC), to: Date.parse(endUTC) }))
}

/** What is shaded: the periods in which it would have been triggered. */
export function rehearsalBands(events: readonly RehearsedEvent[], to: number): ChartBand[] {
  return events.map(({ startUTC, endUTC }) => ({
    from: Date.parse(startUTC),
    to: endUTC === null ? to : Date.parse(endUTC),
    strong: true,
  }))
}
