import { endOfPixelColumn, pixelColumnOf, type DrawnRange } from './pixel-columns.ts'
import { firstAtOrAfter } from './times.ts'
import type { SummaryEnds, SummaryPoints } from './summary.ts'

/** The points that draw a line, in the order of time. */
export interface DrawnPoints {
  at: Float64Array
  values: Float64Array
}

/** Collects the points of one field, in any order, and keeps those that draw the same line. */
export interface M4 {
  /** Numbers in the order of time; NaN is no number, and what is outside the range is left out. */
  addPoints(at: Float64Array, values: Float64Array): void
  /** Adds buckets instead of the numbers that they summarise. */
  addSummary(summary: SummaryEnds): void
  /** First, last, lowest and highest point of each pixel column, each once. */
  finish(): DrawnPoints
}

/**
 * Reduces points to the first, last, lowest and highest of each pixel column (Jugel, Jerzak, Hackenbroich and Markl, "M4: A
 * Visualization-Oriented Time Series Data Aggregation", VLDB 2014). Of equal extremes the earliest is kept.
 *
 * From summaries the result is the same wherever the records of no bucket fall into two pixel columns. A bucket that does
 * straddle an edge adds its four records, each to the column in which it lies: every point is a record, and a column misses
 * at most an extreme that lies in the straddling bucket, less than a bucket from the column beside it, which is drawn as far.
 */
export function createM4(range: DrawnRange): M4 {
  const columns = emptyColumns(range.width)
  return {
    addPoints: (at, values) => addPoints(columns, range, at, values),
    addSummary: (summary) => addSummary(columns, range, summary),
    finish: () => collect(columns, range.width),
  }
}

interface Columns {
  first: SummaryPoints
  last: SummaryPoints
  min: SummaryPoints
  max: SummaryPoints
}

/** A column without a point has its first at infinity and its last at minus infinity. */
function emptyColumns(width: number): Columns {
  const points = (at: number, value: number): SummaryPoints => ({
    at: new Float64Array(width).fill(at),
    values: new Float64Array(width).fill(value),
  })
  return {
    first: points(Infinity, 0),
    last: points(-Infinity, 0),
    min: points(Infinity, Infinity),
    max: points(Infinity, -Infinity),
  }
}

function addPoints(columns: Columns, range: DrawnRange, at: Float64Array, values: Float64Array): void {
  let index = firstAtOrAfter(at, range.from)
  const end = firstAtOrAfter(at, range.to)
  while (index < end) {
    const column = pixelColumnOf(at[index] as number, range)
    const columnEnd = endOfPixelColumn(column, range)
    let next = index
    while (next < end && (at[next] as number) < columnEnd) next += 1
    addRun(columns, column, at, values, { from: index, to: next })
    index = next
  }
}

/** Adds points that all lie in one pixel column: those from one index up to another. */
function addRun(
  columns: Columns,
  column: number,
  at: Float64Array,
  values: Float64Array,
  { from, to }: { from: number; to: number },
): void {
  let first = -1
  let last = -1
  let min = -1
  let max = -1
  let lowest = Infinity
  let highest = -Infinity
  for (let index = from; index < to; index += 1) {
    const value = values[index] as number
    if (Number.isNaN(value)) continue
    if (first === -1) first = index
    last = index
    if (value < lowest) {
      lowest = value
      min = index
    }
    if (value > highest) {
      highest = value
      max = index
    }
  }
  if (first === -1) return
  offerFirst(columns.first, column, at[first] as number, values[first] as number)
  offerLast(columns.last, column, at[last] as number, values[last] as number)
  offerMin(columns.min, column, at[min] as number, lowest)
  offerMax(columns.max, column, at[max] as number, highest)
}

function addSummary(columns: Columns, range: DrawnRange, summary: SummaryEnds): void {
  for (let index = 0; index < summary.starts.length; index += 1) {
    const column = pixelColumnOf(summary.first.at[index] as number, range)
    const straddles = column !== pixelColumnOf(summary.last.at[index] as number, range)
    if (straddles) addStraddling(columns, range, summary, index)
    else if (column >= 0 && column < range.width) addBucket(columns, column, summary, index)
  }
}

function addBucket(columns: Columns, column: number, { first, last, min, max }: SummaryEnds, index: number): void {
  offerFirst(columns.first, column, first.at[index] as number, first.values[index] as number)
  offerLast(columns.last, column, last.at[index] as number, last.values[index] as number)
  offerMin(columns.min, column, min.at[index] as number, min.values[index] as number)
  offerMax(columns.max, column, max.at[index] as number, max.values[index] as number)
}

function addStraddling(columns: Columns, range: DrawnRange, summary: SummaryEnds, index: number): void {
  for (const points of [summary.first, summary.last, summary.min, summary.max]) {
    const at = points.at[index] as number
    const value = points.values[index] as number
    const column = pixelColumnOf(at, range)
    if (column < 0 || column >= range.width) continue
    offerFirst(columns.first, column, at, value)
    offerLast(columns.last, column, at, value)
    offerMin(columns.min, column, at, value)
    offerMax(columns.max, column, at, value)
  }
}

function offerFirst(points: SummaryPoints, column: number, at: number, value: number): void {
  if (at < (points.at[column] as number)) take(points, column, at, value)
}

function offerLast(points: SummaryPoints, column: number, at: number, value: number): void {
  if (at > (points.at[column] as number)) take(points, column, at, value)
}

function offerMin(points: SummaryPoints, column: number, at: number, value: number): void {
  const lowest = points.values[column] as number
  if (value < lowest || (value === lowest && at < (points.at[column] as number))) take(points, column, at, value)
}

function offerMax(points: SummaryPoints, column: number, at: number, value: number): void {
  const highest = points.values[column] as number
  if (value > highest || (value === highest && at < (points.at[column] as number))) take(points, column, at, value)
}

function take(points: SummaryPoints, column: number, at: number, value: number): void {
  points.at[column] = at
  points.values[column] = value
}

function collect({ first, last, min, max }: Columns, width: number): DrawnPoints {
  const at = new Float64Array(width * 4)
  const values = new Float64Array(width * 4)
  let length = 0
  const add = (points: SummaryPoints, column: number): void => {
    const time = points.at[column] as number
    if (length > 0 && at[length - 1] === time) return
    at[length] = time
    values[length] = points.values[column] as number
    length += 1
  }
  for (let column = 0; column < width; column += 1) {
    if (first.at[column] === Infinity) continue
    const minBeforeMax = (min.at[column] as number) < (max.at[column] as number)
    add(first, column)
    add(minBeforeMax ? min : max, column)
    add(minBeforeMax ? max : min, column)
    add(last, column)
  }
  return { at: at.slice(0, length), values: values.slice(0, length) }
}
