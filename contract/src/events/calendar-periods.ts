import { MOST_SUMMARY_PERIODS, type SummaryPeriod } from './event-summary.ts'
import { createZoneClock } from '../time/time-zone.ts'
import { DAY_MS } from '../time/durations.ts'

interface CalendarPeriods {
  readonly by: SummaryPeriod
  /** The beginning of the range, of each further period, and the end of the range: ascending epoch milliseconds. */
  readonly bounds: readonly number[]
}

/** The fewest days of a period. */
const LENGTHS: Readonly<Record<SummaryPeriod, number>> = { day: 1, week: 7, month: 28, year: 365 }

/**
 * Divides a range into days of a time zone, or into weeks from Monday on, months or years where there are too many.
 * @throws RangeError for a time zone that is not known
 */
export function calendarPeriods(range: { from: number; to: number }, timeZone: string): CalendarPeriods {
  const { from, to } = range
  const zone = createZoneClock(timeZone)
  const by = periodFor((to - from) / DAY_MS)
  const bounds = [from]
  let next = nextStart(by, zone.wallOf(from))
  for (let at = zone.momentOf(next); at < to; at = zone.momentOf(next)) {
    // A day that the zone left out begins and ends at once.
    if (at > (bounds.at(-1) ?? from)) bounds.push(at)
    next = nextStart(by, next)
  }
  return { by, bounds: [...bounds, to] }
}

function periodFor(days: number): SummaryPeriod {
  const fits = (by: SummaryPeriod): boolean => days / LENGTHS[by] + 2 <= MOST_SUMMARY_PERIODS
  return (['day', 'week', 'month'] as const).find(fits) ?? 'year'
}

/** The midnight with which the next period begins, on a clock that is written down as if it were UTC. */
function nextStart(by: SummaryPeriod, wall: number): number {
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const midnight = wall - (wall % DAY_MS)
  if (by === 'day') return midnight + DAY_MS
  if (by === 'week') return midnight + (7 - ((date.getUTCDay() + 6) % 7)) * DAY_MS
  return by === 'month' ? Date.UTC(year, month + 1) : Date.UTC(year + 1, 0)
}
