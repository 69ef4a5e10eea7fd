import type { SummaryPeriod } from '@fieldwatch/contract/events/event-summary'
import type { TimeRange } from '@fieldwatch/contract/time/times'

/** The whole of a period in the zone of the browser, of which a moment of it is known: its first millisecond and its last. */
export function periodSpan(at: number, by: SummaryPeriod): TimeRange {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  const monday = day - ((date.getDay() + 6) % 7)
  switch (by) {
    case 'day':
      return span(new Date(year, month, day), new Date(year, month, day + 1))
    case 'week':
      return span(new Date(year, month, monday), new Date(year, month, monday + 7))
    case 'month':
      return span(new Date(year, month), new Date(year, month + 1))
    default:
      return span(new Date(year, 0), new Date(year + 1, 0))
  }
}

/** Rows and columns of a calendar: how many days of the first week are before the first day. */
export function daysBefore(at: number): number {
  return (new Date(at).getDay() + 6) % 7
}

function span(begin: Date, next: Date): TimeRange {
  return { from: begin.getTime(), to: next.getTime() - 1 }
}
