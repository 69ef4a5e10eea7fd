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
  /** The alert whose limit is drawn; it comes in place of events. */
  alert?: string
  /** The start of the occurrence, or the moment of the alert, that the page was opened for. */
  at?: string
}

/** Reads the part of the address that belongs to the Time Series page. */
export const readTimeSeriesSearch = ownSearch<TimeSeriesSearch>(
  ['range', 'history', 'events', 'alert', 'at'],
  ({ range, history, events, alert, at }) => ({
    ...writeTimeSeriesSearch({
      range: parseChartRange(range),
      history: typeof history === 'string' ? parsePickedRange(history) : undefined,
    }),
    ...writeShown({
      events: textOf(events),
      alert: textOf(alert),
      at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    }),
  }),
)

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text === '' ? undefined : text
}

interface Shown {
  events?: string | undefined
  alert?: string | undefined
  at: string | undefined
}

/** The address of the events that are shaded, or of the alert. */
export function writeShown({ events, alert, at }: Shown): Pick<TimeSeriesSearch, 'events' | 'alert' | 'at'> {
  const shown = events !== undefined ? { events } : alert !== undefined ? { alert } : undefined
  return shown === undefined ? {} : at === undefined ? shown : { ...shown, at }
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
