import { ownSearch } from '#platform/address/own-search.ts'
import { type ChartRange, DEFAULT_CHART_RANGE, parseChartRange } from '#shared/time-range/chart-ranges.ts'
import { formatPickedRange, parsePickedRange, type PickedRange } from '#shared/time-range/picked-range.ts'

export interface TimeSeriesSearch {
  /** The chosen range button; left out for the default. */
  range?: ChartRange
  /** Historical mode, as `formatPickedRange` writes its range; left out in live mode. */
  history?: string
}

/** Reads the part of the address that belongs to the Time Series page. */
export const readTimeSeriesSearch = ownSearch<TimeSeriesSearch>(['range', 'history'], ({ range, history }) =>
  writeTimeSeriesSearch({
    range: parseChartRange(range),
    history: typeof history === 'string' ? parsePickedRange(history) : undefined,
  }),
)

interface Choice {
  range: ChartRange | undefined
  history: PickedRange | undefined
}

/** The address of a choice. The default is 24hr in live mode, and the chosen range in historical mode. */
export function writeTimeSeriesSearch({ range, history }: Choice): TimeSeriesSearch {
  const said = history === undefined && range === DEFAULT_CHART_RANGE ? undefined : range
  return {
    ...(said === undefined ? {} : { range: said }),
    ...(history === undefined ? {} : { history: formatPickedRange(history) }),
  }
}
