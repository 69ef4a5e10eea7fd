import type { TimeRange } from '@fieldwatch/contract/time/times'
import { timeAt, valueAt } from '../sensor-records.ts'
import type { SensorSource } from '../stretches.ts'
import type { SeriesTable } from './arrow-table.ts'
import { readingAt, readingsIn } from './sent-records.ts'
import { insist } from './wrong-answer.ts'

interface DrawnRange extends TimeRange {
  readonly width: number
}

/** Least and greatest value of each pixel column. */
interface Extremes {
  readonly min: Float64Array
  readonly max: Float64Array
}

/**
 * A reduced series draws the line of all its records: every point is a record, the first and the last record are there,
 * and no pixel column lacks an extreme that is not drawn in the column beside it (summaries may straddle two).
 * Returns the share of extremes that are drawn exactly in their own column, 0 to 1.
 * @throws WrongAnswer
 */
export function checkDrawn(source: SensorSource, range: DrawnRange, table: SeriesTable): number {
  let exact = 0
  for (const [field, column] of table.columns.entries()) {
    checkPoints(source, field, table.t, column)
    checkEnds(source, range, table.t, column)
    const sent = sentExtremes(source, field, range)
    const drawn = drawnExtremes(range, table.t, column)
    exact += shareDrawn(sent, drawn, source.fields[field] ?? '')
  }
  return exact / table.columns.length
}

function checkPoints(source: SensorSource, field: number, t: Float64Array, column: Float64Array): void {
  for (const [row, value] of column.entries()) {
    if (Number.isNaN(value)) continue
    const at = t[row] as number
    const index = readingAt(source, at)
    const expected = index === undefined ? undefined : valueAt(source.sensor, field, index)
    insist(value === expected, () => `${source.fields[field]} at ${at} is ${value} instead of ${expected}`)
  }
}

/** Within a pixel column of where they belong, since a summary may reach beyond the range. */
function checkEnds(source: SensorSource, range: DrawnRange, t: Float64Array, column: Float64Array): void {
  const drawn = t.filter((_, row) => !Number.isNaN(column[row]))
  const pixel = (range.to - range.from) / range.width
  let last = Number.NaN
  let first = Number.NaN
  for (const index of readingsIn(source, range)) {
    last = timeAt(source.sensor, index)
    if (Number.isNaN(first)) first = last
  }
  const begins = drawn[0] ?? Number.NaN
  const ends = drawn.at(-1) ?? Number.NaN
  insist(begins >= first && begins - first < pixel, () => `the first point is at ${begins} instead of ${first}`)
  insist(ends <= last && last - ends < pixel, () => `the last point is at ${ends} instead of ${last}`)
}

function sentExtremes(source: SensorSource, field: number, range: DrawnRange): Extremes {
  const extremes = noExtremes(range)
  for (const index of readingsIn(source, range)) {
    offer(extremes, range, timeAt(source.sensor, index), valueAt(source.sensor, field, index))
  }
  return extremes
}

function drawnExtremes(range: DrawnRange, t: Float64Array, column: Float64Array): Extremes {
  const extremes = noExtremes(range)
  for (const [row, value] of column.entries()) {
    if (!Number.isNaN(value)) offer(extremes, range, t[row] as number, value)
  }
  return extremes
}

function noExtremes({ width }: DrawnRange): Extremes {
  return { min: new Float64Array(width).fill(Infinity), max: new Float64Array(width).fill(-Infinity) }
}

function offer({ min, max }: Extremes, { from, to, width }: DrawnRange, at: number, value: number): void {
  const pixel = Math.floor(((at - from) * width) / (to - from))
  if (value < (min[pixel] as number)) min[pixel] = value
  if (value > (max[pixel] as number)) max[pixel] = value
}

/** The outermost columns are left out: a summary may reach beyond the range, where nothing is drawn. */
function shareDrawn(sent: Extremes, drawn: Extremes, field: string): number {
  let exact = 0
  let all = 0
  for (let pixel = 1; pixel < sent.min.length - 1; pixel += 1) {
    const lowest = sent.min[pixel] as number
    const highest = sent.max[pixel] as number
    if (lowest === Infinity) continue
    const beside = [pixel - 1, pixel, pixel + 1]
    const reachesDown = beside.some((place) => (drawn.min[place] as number) <= lowest)
    const reachesUp = beside.some((place) => (drawn.max[place] as number) >= highest)
    insist(reachesDown && reachesUp, () => `pixel column ${pixel} of ${field} lacks ${lowest} or ${highest}`)
    all += 2
    exact += Number(drawn.min[pixel] === lowest) + Number(drawn.max[pixel] === highest)
  }
  return all === 0 ? 1 : exact / all
}
