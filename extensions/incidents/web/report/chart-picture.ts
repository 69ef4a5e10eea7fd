import type { IncidentSeries } from '../../contract/incident-facts.ts'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { scaleLinear, scaleTime } from 'd3-scale'
import { valueTickLabels } from '@fieldwatch/web/shared/charts/chart-axes.ts'
import { drawLine, visibleGapMs } from '@fieldwatch/web/shared/charts/line-path.ts'
import { drawnShare } from '@fieldwatch/web/shared/charts/value-range.ts'
import { tickLabels } from '@fieldwatch/web/shared/charts/time-ticks.ts'

/** The size of a chart in the units of its picture. */
export const CHART = { width: 360, height: 180, right: 10, top: 12, bottom: 36 } as const

/** Between a value and the plot. */
export const VALUE_GAP = 8
/** What the values beside the plot have at least, */
const LEAST_LEFT = 48
/** and how wide a character of them is. */
const CHARACTER = 6.2

const TIME_TICKS = 4
const VALUE_TICKS = 4
/** A silence of so many usual distances between points is a gap. */
const GAP_TIMES = 10

interface Tick {
  readonly at: number
  readonly label: string
}

/** What is drawn of a series. */
interface ChartPicture {
  /** Where the plot begins, beside its values. */
  readonly left: number
  /** The data of an SVG path. */
  readonly path: string
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly unit: string | undefined
  readonly least: number
  readonly greatest: number
}

/** Undefined where there is nothing to draw. */
export function chartPicture(
  { at, values, unit }: IncidentSeries,
  range: TimeRange,
  { measures, timeFormat }: { readonly measures: Measures; readonly timeFormat: TimeFormat },
): ChartPicture | undefined {
  if (values.length === 0) return undefined
  const measure = measures(unit)
  const shown = values.map(measure.drawn)
  const [least, greatest] = spanOf(shown)
  const pad = least === greatest ? Math.max(Math.abs(least) * 0.1, 1) : 0
  const share = drawnShare(least - pad, greatest + pad)
  const ends = [least * share - pad * share, greatest * share + pad * share]
  const y = scaleLinear(ends, [CHART.height - CHART.bottom, CHART.top]).nice(VALUE_TICKS)
  const amounts = y.ticks(VALUE_TICKS).filter((amount) => Number.isFinite(amount / share))
  // The difference of two ticks has what binary fractions leave behind.
  const between = Number(((amounts[1] ?? 1) - (amounts[0] ?? 0)).toPrecision(6))
  const numbers = valueTickLabels(
    amounts.map((amount) => amount / share),
    between / share,
  )
  const left = Math.max(LEAST_LEFT, VALUE_GAP + CHARACTER * Math.max(...numbers.map(({ length }) => length)))
  const x = scaleTime([range.from, range.to], [left, CHART.width - CHART.right])
  const times = x.ticks(TIME_TICKS).map(Number)
  const step = (times[1] ?? range.to) - (times[0] ?? range.from)
  const words = tickLabels(times, step, timeFormat)
  return {
    left,
    path: pathOf({ at, values: shown, range, left, pixelX: x, pixelY: (value) => y(value * share) }),
    xTicks: times.map((time, place) => ({ at: x(time), label: words[place] ?? '' })),
    yTicks: amounts.map((amount, place) => ({ at: y(amount), label: numbers[place] ?? '' })),
    unit: measure.unit,
    least,
    greatest,
  }
}

interface Line {
  readonly at: readonly number[]
  readonly values: readonly number[]
  readonly range: TimeRange
  readonly left: number
  readonly pixelX: (at: number) => number
  readonly pixelY: (value: number) => number
}

function pathOf({ at, values, range, left, pixelX, pixelY }: Line): string {
  let path = ''
  const pen = {
    moveTo: (x: number, y: number) => {
      path += `M${x} ${tenth(y)}`
    },
    lineTo: (x: number, y: number) => {
      path += `L${x} ${tenth(y)}`
    },
  }
  const pixels = CHART.width - left - CHART.right
  const maxGapMs = visibleGapMs(GAP_TIMES * usualDistance(at), { ...range, pixels }, 0)
  drawLine({ x: at, y: values, from: 0, to: at.length - 1, maxGapMs, pixelX, pixelY }, pen)
  return path
}

export function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** The median of the distances between points. */
function usualDistance(at: readonly number[]): number {
  const distances = at.slice(1).map((time, place) => time - (at[place] ?? time))
  return distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0
}

function spanOf(values: readonly number[]): [number, number] {
  let [least, greatest] = [Infinity, -Infinity]
  for (const value of values) {
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  return [least, greatest]
}
