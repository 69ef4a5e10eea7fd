import type { EventPeriod, EventSummary, SummaryPeriod } from '@fieldwatch/contract/event-summary'
import { formatDuration } from '#platform/format/duration-text.ts'
import { numberText } from '#platform/format/number-text.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })
const YEAR = new Intl.DateTimeFormat('en-GB', { year: 'numeric' })

/** The part of a period in which the condition held, from 0 to 1. */
export function shareOf({ startUTC, endUTC, duration }: EventPeriod): number {
  const length = Date.parse(endUTC) - Date.parse(startUTC)
  return length > 0 ? duration / length : 0
}

/** `Tue, 3 Mar 2026: 4 events, 2 h 5 min, 8.7 %`. */
export function periodText(period: EventPeriod, by: SummaryPeriod): string {
  const { count, duration } = period
  const name = periodName(period, by)
  if (count === 0) return `${name}: none`
  return `${name}: ${countText(count)}, ${formatDuration(duration)}, ${shareText(shareOf(period))}`
}

/** What a period is called: `Tue, 3 Mar 2026`, `Week of 2 Mar 2026`, `March 2026`, `2026`. */
function periodName({ startUTC }: EventPeriod, by: SummaryPeriod): string {
  const start = Date.parse(startUTC)
  switch (by) {
    case 'day':
      return DAY.format(start)
    case 'week':
      return `Week of ${DATE.format(start)}`
    case 'month':
      return MONTH.format(start)
    default:
      return YEAR.format(start)
  }
}

export function countText(count: number): string {
  return count === 1 ? '1 event' : `${count.toLocaleString('en-US')} events`
}

/** A part of a whole: `8.7 %`, and never nothing where there is something. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %'
  return `${numberText(share * 100, { least: 0, most: 1 })} %`
}

/** What the whole strip shows: `2 Mar 2026 – 31 Mar 2026, by day`. */
export function stripText({ startUTC, endUTC, by }: EventSummary): string {
  return `${DATE.format(Date.parse(startUTC))} – ${DATE.format(Date.parse(endUTC) - 1)}, by ${by}`
}
