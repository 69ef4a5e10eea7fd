import { ownSearch } from '#platform/address/own-search.ts'
import { type ChartRange, DEFAULT_CHART_RANGE, parseChartRange } from '#shared/time-range/chart-ranges.ts'
import { formatPickedRange, parsePickedRange, type PickedRange } from '#shared/time-range/picked-range.ts'

export interface TimeSeriesSearch {
  /** The chosen range button; left out for the default. */
  range?: ChartRange
  /** Historical mode, as `formatPickedRange` writes its range; left out in live mode. */
  history?: string
  /** The name of the event table whose occurrences are shaded. */
  events?: string
  /** The start of the occurrence that the page was opened for. */
  at?: string
}

/** Reads the part of the address that belongs to the Time Series page. */
export const readTimeSeriesSearch = ownSearch<TimeSeriesSearch>(
  ['range', 'history', 'events', 'at'],
  ({ range, history, events, at }) => ({
    ...writeTimeSeriesSearch({
      range: parseChartRange(range),
      history: typeof history === 'string' ? parsePickedRange(history) : undefined,
    }),
    ...writeShownEvents({
      // The router reads what looks like a number as one.
      events: typeof events === 'string' || typeof events === 'number' ? String(events) : undefined,
      at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    }),
  }),
)

/** The address of the events that are shaded. */
export function writeShownEvents({
  events,
  at,
}: {
  events: string | undefined
  at: string | undefined
}): Pick<TimeSeriesSearch, 'events' | 'at'> {
  if (events === undefined || events === '') return {}
  return at === undefined ? { events } : { events, at }
}

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
