import type { TimeRange } from '@fieldwatch/contract/time/times'
import type uPlot from 'uplot'

/** What is shown of time, and how many pixels wide. */
export interface ShownTime extends TimeRange {
  readonly pixels: number
}

/** Shorter gaps are not visible. */
const VISIBLE_PIXELS = 2
/** In a reduced picture, neighbouring records are up to so many columns apart. */
const TELLING_COLUMNS = 2

/**
 * The gap that breaks a line, in milliseconds: longer than `maxGapMs`, wide enough to be seen, and longer than the distance of
 * records in a picture that was reduced to columns of `columnMs` (0 when it was not).
 */
export function visibleGapMs(maxGapMs: number, { from, to, pixels }: ShownTime, columnMs: number): number {
  return Math.max(maxGapMs, (VISIBLE_PIXELS * (to - from)) / Math.max(pixels, 1), TELLING_COLUMNS * columnMs)
}

/** In canvas pixels, several of which make a page pixel on dense screens. */
export function shownTimeOf(plot: Pick<uPlot, 'scales' | 'bbox'>): ShownTime {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {}
  return { from: min, to: max, pixels: plot.bbox.width }
}
