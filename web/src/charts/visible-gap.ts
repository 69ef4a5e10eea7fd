import type uPlot from 'uplot'

/** What is shown of time, and how many pixels wide. */
export interface ShownTime {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly pixels: number
}

/** A shorter silence cannot be told from the line. */
const VISIBLE_PIXELS = 2

/**
 * The silence that breaks a line, in milliseconds: longer than its `maxGapMs`, and long enough to be seen. Of a long range there are only
 * the first, lowest, highest and last record of each pixel column, up to a column apart, however often the unit speaks.
 */
export function visibleGapMs(maxGapMs: number, { from, to, pixels }: ShownTime): number {
  return Math.max(maxGapMs, (VISIBLE_PIXELS * (to - from)) / Math.max(pixels, 1))
}

/** In canvas pixels, of which a high-density screen has several to one of the page. */
export function shownTimeOf(plot: Pick<uPlot, 'scales' | 'bbox'>): ShownTime {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {}
  return { from: min, to: max, pixels: plot.bbox.width }
}
