import type { SeriesData } from './series-buffer.ts'

/** A share of the range that stays free above and below the line. */
const PADDING = 0.08

/** Some columns between two rows, both included. */
interface ValueRows {
  readonly columns: SeriesData['columns']
  readonly from: number
  readonly to: number
}

/**
 * The vertical range for what is shown and what it is compared with. Without a value there it is that of the nearest ones, between which
 * a line may pass; without any it is 0 to 1. A flat line gets room on both sides.
 */
export function valueRange({ columns, from, to }: ValueRows, compared?: ValueRows): [number, number] {
  let [low, high] = extremesOf(columns, () => [from, to])
  if (compared !== undefined) {
    const [least, greatest] = extremesOf(compared.columns, () => [compared.from, compared.to])
    low = Math.min(low, least)
    high = Math.max(high, greatest)
  }
  if (low > high) [low, high] = extremesOf(columns, (column) => rowsAround(column, from - 1, to + 1))
  if (low > high) return [0, 1]
  const room = low === high ? Math.max(Math.abs(low) * PADDING, 0.5) : high * PADDING - low * PADDING
  // Stays at zero for quantities that are never negative.
  return [bounded(low >= 0 ? Math.max(0, low - room) : low - room), bounded(high + room)]
}

function bounded(value: number): number {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value))
}

/**
 * By what values of a range are multiplied before they are subtracted: 1, and less where the distance between both ends is more than the
 * largest number.
 */
export function drawnShare(low: number, high: number): number {
  return Number.isFinite(high - low) ? 1 : 0.25
}

/** Least and greatest value between two rows of each column; infinite the other way round without any. */
function extremesOf(
  columns: SeriesData['columns'],
  rowsOf: (column: Float64Array) => [from: number, to: number],
): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const column of columns) {
    const [from, to] = rowsOf(column)
    for (let row = from; row <= to; row += 1) {
      // Comparisons with NaN, a missing value, are false.
      const value = column[row] ?? Number.NaN
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return [low, high]
}

/** The last row up to `from` and the first one from `to` on that have a value; the ends of the column where none has. */
export function rowsAround(column: Float64Array, from: number, to: number): [number, number] {
  const end = column.length - 1
  let before = Math.max(from, 0)
  while (before > 0 && Number.isNaN(column[before])) before -= 1
  let behind = Math.min(to, end)
  while (behind < end && Number.isNaN(column[behind])) behind += 1
  return [before, behind]
}

/**
 * The row whose value is to be read at a time: the nearest one with a value, no farther away than `reachMs`. Undefined
 * when there is none.
 */
export function nearestRow(
  x: Float64Array,
  column: Float64Array,
  row: number,
  at: number,
  reachMs: number,
): number | undefined {
  let best: number | undefined
  let distance = reachMs
  for (const step of [-1, 1]) {
    for (let index = step === 1 ? row + 1 : row; index >= 0 && index < x.length; index += step) {
      const away = Math.abs((x[index] ?? 0) - at)
      if (away > distance) break
      if (Number.isNaN(column[index])) continue
      distance = away
      best = index
      break
    }
  }
  return best
}

/** The last row with a value. */
export function lastRow(column: Float64Array): number | undefined {
  const row = column.findLastIndex((value) => !Number.isNaN(value))
  return row === -1 ? undefined : row
}
