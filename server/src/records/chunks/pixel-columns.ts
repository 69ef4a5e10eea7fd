import type { TimeRange } from '@fieldwatch/contract/time/times'

/** A range that is drawn `width` pixels wide. */
export interface DrawnRange extends TimeRange {
  readonly width: number
}

/** The pixel column in which a time is drawn; below 0 or from `width` on outside the range. */
export function pixelColumnOf(at: number, { from, to, width }: DrawnRange): number {
  return Math.floor(((at - from) * width) / (to - from))
}

/** The first millisecond that is drawn in a later pixel column. */
export function endOfPixelColumn(column: number, range: DrawnRange): number {
  let end = Math.ceil(range.from + ((column + 1) * (range.to - range.from)) / range.width)
  while (pixelColumnOf(end - 1, range) > column) end -= 1
  while (pixelColumnOf(end, range) <= column) end += 1
  return end
}
