import { digitsOfAll } from './decimals.ts'

/**
 * A column of numbers reduced to the ends and extremes of each bucket. All arrays are equally long, with an entry for each bucket
 * that has a number, in the order of time. Of equal extremes the earliest counts.
 */
export interface SummaryEnds {
  /** The width of a bucket; buckets start at multiples of it since the epoch. */
  bucketMs: number
  /** Epoch milliseconds at which the buckets start. */
  starts: Float64Array
  first: SummaryPoints
  last: SummaryPoints
  min: SummaryPoints
  max: SummaryPoints
}

export interface Summary extends SummaryEnds {
  counts: Float64Array
  sums: Float64Array
}

/** One record of each bucket. */
export interface SummaryPoints {
  at: Float64Array
  values: Float64Array
}

/** How many buckets have a number (not NaN); counting stops beyond `most`. */
export function countBuckets(at: Float64Array, values: Float64Array, bucketMs: number, most = Infinity): number {
  let buckets = 0
  let bucketEnd = -Infinity
  for (let index = 0; index < at.length && buckets <= most; index += 1) {
    if ((at[index] as number) < bucketEnd || Number.isNaN(values[index])) continue
    buckets += 1
    bucketEnd = (Math.floor((at[index] as number) / bucketMs) + 1) * bucketMs
  }
  return buckets
}

/** Summarises numbers by bucket; NaN is no number. Sums of decimals are rounded to the digits of the decimals. */
export function summarise(at: Float64Array, values: Float64Array, bucketMs: number): Summary {
  const digits = digitsOfAll(values)
  const summary = emptySummary(bucketMs, countBuckets(at, values, bucketMs))
  let position = -1
  let bucketEnd = -Infinity
  for (let index = 0; index < at.length; index += 1) {
    const value = values[index] as number
    const time = at[index] as number
    if (Number.isNaN(value)) continue
    if (time >= bucketEnd) {
      position += 1
      bucketEnd = (Math.floor(time / bucketMs) + 1) * bucketMs
      open(summary, position, time, value)
    }
    extend(summary, position, time, value)
  }
  if (digits !== undefined) summary.sums.forEach((sum, index) => (summary.sums[index] = roundTo(sum, digits)))
  return summary
}

/** The summary with wider buckets, each of several narrow ones. */
export function coarsen(summary: Summary, bucketMs: number): Summary {
  const wide = summary.starts.map((start) => Math.floor(start / bucketMs) * bucketMs)
  const coarse = emptySummary(bucketMs, countDistinct(wide))
  const digits = digitsOfAll(summary.sums)
  let position = -1
  for (let index = 0; index < wide.length; index += 1) {
    if (wide[index] !== wide[index - 1]) {
      position += 1
      copyBucket(summary, index, coarse, position)
      coarse.starts[position] = wide[index] as number
    } else mergeBucket(summary, index, coarse, position)
  }
  if (digits !== undefined) coarse.sums.forEach((sum, index) => (coarse.sums[index] = roundTo(sum, digits)))
  return coarse
}

function emptySummary(bucketMs: number, length: number): Summary {
  const points = (): SummaryPoints => ({ at: new Float64Array(length), values: new Float64Array(length) })
  const [starts, counts, sums] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  return { bucketMs, starts, counts, sums, first: points(), last: points(), min: points(), max: points() }
}

function open(summary: Summary, position: number, time: number, value: number): void {
  summary.starts[position] = Math.floor(time / summary.bucketMs) * summary.bucketMs
  for (const points of [summary.first, summary.min, summary.max]) setPoint(points, position, time, value)
}

function extend(summary: Summary, position: number, time: number, value: number): void {
  const { counts, sums, min, max, last } = summary
  counts[position] = (counts[position] as number) + 1
  sums[position] = (sums[position] as number) + value
  if (value < (min.values[position] as number)) setPoint(min, position, time, value)
  if (value > (max.values[position] as number)) setPoint(max, position, time, value)
  setPoint(last, position, time, value)
}

function setPoint(points: SummaryPoints, position: number, time: number, value: number): void {
  points.at[position] = time
  points.values[position] = value
}

function copyBucket(from: Summary, index: number, to: Summary, position: number): void {
  to.counts[position] = from.counts[index] as number
  to.sums[position] = from.sums[index] as number
  for (const end of ['first', 'last', 'min', 'max'] as const) copyPoint(from[end], index, to[end], position)
}

function mergeBucket(from: Summary, index: number, to: Summary, position: number): void {
  to.counts[position] = (to.counts[position] as number) + (from.counts[index] as number)
  to.sums[position] = (to.sums[position] as number) + (from.sums[index] as number)
  copyPoint(from.last, index, to.last, position)
  if ((from.min.values[index] as number) < (to.min.values[position] as number))
    copyPoint(from.min, index, to.min, position)
  if ((from.max.values[index] as number) > (to.max.values[position] as number))
    copyPoint(from.max, index, to.max, position)
}

function copyPoint(from: SummaryPoints, index: number, to: SummaryPoints, position: number): void {
  setPoint(to, position, from.at[index] as number, from.values[index] as number)
}

function countDistinct(ascending: Float64Array): number {
  return ascending.reduce((count, value, index) => (value === ascending[index - 1] ? count : count + 1), 0)
}

/** Never -0, which rounding makes of small negative numbers. */
function roundTo(value: number, digits: number): number {
  const rounded = Math.round(value * 10 ** digits) / 10 ** digits + 0
  return Number.isFinite(rounded) ? rounded : value
}
