import type { ChartWindow } from '#shared/charts/chart-window.ts'
import { type ChartRange, rangeLengthMs } from '#shared/time-range/chart-ranges.ts'

/**
 * What charts show for a range button: the last stretch of their extent. Without one, or with one that is longer than
 * the extent, all of it.
 */
export function windowOf(extent: ChartWindow, range: ChartRange | undefined): ChartWindow {
  if (range === undefined) return extent
  const lengthMs = rangeLengthMs(range)
  if (extent.kind === 'rolling') return lengthMs === extent.lengthMs ? extent : { kind: 'rolling', lengthMs }
  const from = extent.to - lengthMs
  return from <= extent.from ? extent : { kind: 'custom', from, to: extent.to }
}
