/** The range buttons of the charts, widest first. */
export const CHART_RANGES = ['24hr', '12hr', '30min', '10min'] as const
export type ChartRange = (typeof CHART_RANGES)[number]

/** What live mode shows by default. */
export const DEFAULT_CHART_RANGE: ChartRange = '24hr'

const MINUTES: Record<ChartRange, number> = { '24hr': 1440, '12hr': 720, '30min': 30, '10min': 10 }

export function rangeLengthMs(range: ChartRange): number {
  return MINUTES[range] * 60_000
}

/** The narrowest range that reaches back to a moment, or else the widest. */
export function rangeSince(at: number, now: number): ChartRange {
  return CHART_RANGES.findLast((range) => now - at <= rangeLengthMs(range)) ?? DEFAULT_CHART_RANGE
}

/** Reads a range from the address; undefined when it is none. */
export function parseChartRange(text: unknown): ChartRange | undefined {
  return CHART_RANGES.find((range) => range === text)
}
