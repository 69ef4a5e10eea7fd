/** The range buttons of a chart, widest first. */
export const CHART_RANGES = ['24hr', '12hr', '30min', '10min'] as const
export type ChartRange = (typeof CHART_RANGES)[number]

export const DEFAULT_CHART_RANGE: ChartRange = '24hr'

const MINUTES: Record<ChartRange, number> = { '24hr': 1440, '12hr': 720, '30min': 30, '10min': 10 }

export function rangeLengthMs(range: ChartRange): number {
  return MINUTES[range] * 60_000
}

/** Reads the range of each chart from the address, by the chart's position: `24hr,10min`. What is no range counts as the default. */
export function parseChartRanges(text: string | undefined): ChartRange[] {
  if (text === undefined || text === '') return []
  return text.split(',').map((word) => CHART_RANGES.find((range) => range === word) ?? DEFAULT_CHART_RANGE)
}

/** Writes the ranges for the address; undefined when all are the default, so that the address stays short. */
export function formatChartRanges(ranges: readonly ChartRange[]): string | undefined {
  const last = ranges.findLastIndex((range) => range !== DEFAULT_CHART_RANGE)
  return last === -1 ? undefined : ranges.slice(0, last + 1).join(',')
}

/** The ranges with one chart's changed. */
export function withChartRange(ranges: readonly ChartRange[], position: number, range: ChartRange): ChartRange[] {
  const length = Math.max(ranges.length, position + 1)
  return Array.from({ length }, (_unused, index) =>
    index === position ? range : (ranges[index] ?? DEFAULT_CHART_RANGE),
  )
}
