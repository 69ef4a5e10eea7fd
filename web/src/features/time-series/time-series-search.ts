import { parsePeriodComparison } from '@fieldwatch/contract/comparisons/comparison-names'
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
  /** What the shown period is compared with: a name, or the day on which the other period begins. */
  compare?: string
  /** The thresholds of the comparison, as sent, by source and field: `tank.level`. */
  above?: Readonly<Record<string, number>>
}

/** Reads the part of the address that belongs to the Time Series page. */
export const readTimeSeriesSearch = ownSearch<TimeSeriesSearch>(
  ['range', 'history', 'events', 'alert', 'at', 'compare', 'above'],
  ({ range, history, events, alert, at, compare, above }) => ({
    ...writeTimeSeriesSearch({
      range: parseChartRange(range),
      history: typeof history === 'string' ? parsePickedRange(history) : undefined,
    }),
    ...writeShown({
      events: textOf(events),
      alert: textOf(alert),
      at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    }),
    ...writeCompared({
      compare: typeof compare === 'string' ? parsePeriodComparison(compare) : undefined,
      above: thresholdsOf(above),
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

/** The address of a comparison; thresholds without one are dropped. */
export function writeCompared({
  compare,
  above = {},
}: {
  compare?: string | undefined
  above?: TimeSeriesSearch['above'] | undefined
}): Pick<TimeSeriesSearch, 'compare' | 'above'> {
  if (compare === undefined) return {}
  return Object.keys(above).length === 0 ? { compare } : { compare, above }
}

const MOST_THRESHOLDS = 100

function thresholdsOf(value: unknown): TimeSeriesSearch['above'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const numbers = Object.entries(value).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  )
  return Object.fromEntries(numbers.slice(0, MOST_THRESHOLDS))
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
