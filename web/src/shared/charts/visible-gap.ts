import type { TimeRange } from '@fieldwatch/contract/times'
import type uPlot from 'uplot'

/** What is shown of time, and how many pixels wide. */
export interface ShownTime extends TimeRange {
  readonly pixels: number
}

/** A shorter silence cannot be told from the line. */
const VISIBLE_PIXELS = 2
/** The last record of one column and the first of the next but one are less than that apart, however often the unit speaks. */
const TELLING_COLUMNS = 2

/**
 * The silence that breaks a line, in milliseconds: longer than its `maxGapMs`, long enough to be seen, and longer than what lies between two
 * records of a picture anyway that was reduced to pixel columns of `columnMs`, 0 when it was not.
 */
export function visibleGapMs(maxGapMs: number, { from, to, pixels }: ShownTime, columnMs: number): number {
  return Math.max(maxGapMs, (VISIBLE_PIXELS * (to - from)) / Math.max(pixels, 1), TELLING_COLUMNS * columnMs)
}

/** In canvas pixels, of which a high-density screen has several to one of the page. */
export function shownTimeOf(plot: Pick<uPlot, 'scales' | 'bbox'>): ShownTime {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {}
  return { from: min, to: max, pixels: plot.bbox.width }
}
