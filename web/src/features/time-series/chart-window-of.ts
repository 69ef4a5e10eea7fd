import type { ChartWindow } from '#shared/charts/chart-window.ts'
import { type ChartRange, rangeLengthMs } from '#shared/time-range/chart-ranges.ts'

/** The window for a range button: the last part of the extent, or all of it without a range or with a longer one. */
export function windowOf(extent: ChartWindow, range: ChartRange | undefined): ChartWindow {
  if (range === undefined) return extent
  const lengthMs = rangeLengthMs(range)
  if (extent.kind === 'rolling') return lengthMs === extent.lengthMs ? extent : { kind: 'rolling', lengthMs }
  const from = extent.to - lengthMs
  return from <= extent.from ? extent : { kind: 'custom', from, to: extent.to }
}
