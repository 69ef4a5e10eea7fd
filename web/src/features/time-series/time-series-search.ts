export interface TimeSeriesSearch {
  /** The range of each chart by its position, as `formatChartRanges` writes it. */
  range?: string
}

/** Reads the part of the address that belongs to the Time Series page. */
export function readTimeSeriesSearch({ range }: Record<string, unknown>): TimeSeriesSearch {
  return typeof range === 'string' && range !== '' ? { range } : {}
}
