import { calendarPeriods } from '@fieldwatch/contract/events/calendar-periods'
import type { EventSummary } from '@fieldwatch/contract/events/event-summary'
import type { EventTable } from '@fieldwatch/contract/events/events'
import type { EventSpan } from '../event-span.ts'

/** The summary of a span as it is where nothing happened: it has the periods, so that their place is kept until the answer comes. */
export function expectedSummary(table: Pick<EventTable, 'startDate'>, span: EventSpan, now: number): EventSummary {
  const from = Math.max(Date.parse(span.startDate ?? table.startDate), Date.parse(table.startDate))
  const to = Math.max(from, Math.min(Date.parse(span.endDate ?? new Date(now).toISOString()), now))
  const { by, bounds } = calendarPeriods({ from, to }, new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const times = bounds.map((at) => new Date(at).toISOString())
  const [startUTC = '', ...ends] = times
  return {
    startUTC,
    endUTC: times.at(-1) ?? startUTC,
    count: 0,
    duration: 0,
    mean: null,
    longest: null,
    noData: 0,
    share: 0,
    by,
    periods: ends.map((endUTC, place) => ({
      startUTC: times[place] ?? startUTC,
      endUTC,
      count: 0,
      duration: 0,
      noData: 0,
    })),
  }
}
