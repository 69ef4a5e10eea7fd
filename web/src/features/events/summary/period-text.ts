import { formatDate, formatMonth, formatWeekday } from '@fieldwatch/contract/time/moment-text'
import type { EventPeriod, EventSummary, SummaryPeriod } from '@fieldwatch/contract/events/event-summary'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { t } from '../texts.ts'

/** The part of the time with data in a period in which the condition held, from 0 to 1. */
export function shareOf({ startUTC, endUTC, duration, noData }: EventPeriod): number {
  const length = Date.parse(endUTC) - Date.parse(startUTC) - noData
  return length > 0 ? Math.min(1, duration / length) : 0
}

/** Whether nothing is known of a period. */
export function isWithoutData({ startUTC, endUTC, noData, count }: EventPeriod): boolean {
  return count === 0 && noData > 0 && noData >= Date.parse(endUTC) - Date.parse(startUTC)
}

/** `Tue, 3 Mar 2026: 4 events, 2 h 5 min, 8.7 %`. */
export function periodText(period: EventPeriod, by: SummaryPeriod): string {
  const { count, duration, noData } = period
  const name = periodName(period, by)
  if (isWithoutData(period)) return t('events.period.no-data', { period: name })
  const text = {
    period: name,
    count,
    duration: formatDuration(duration),
    share: shareText(shareOf(period)),
    silence: formatDuration(noData),
  }
  return noData === 0 ? t('events.period.whole', text) : t('events.period.part', text)
}

/** What a period is called: `Tue, 3 Mar 2026`, `Week of 2 Mar 2026`, `March 2026`, `2026`. */
function periodName({ startUTC }: EventPeriod, by: SummaryPeriod): string {
  const start = Date.parse(startUTC)
  switch (by) {
    case 'day':
      return formatWeekday(start)
    case 'week':
      return t('events.period.week', { start: formatDate(start) })
    case 'month':
      return formatMonth(start)
    default:
      return String(new Date(start).getFullYear())
  }
}

/** A part of a whole: `8.7 %`, and never nothing where there is something. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return t('events.share.below', { percent: numberText(0.1, { least: 0, most: 1 }) })
  return t('events.share', { percent: numberText(share * 100, { least: 0, most: 1 }) })
}

/** What the whole strip shows: `2 Mar 2026 – 31 Mar 2026, by day`. */
export function stripText({ startUTC, endUTC, by }: EventSummary): string {
  return t('events.summary.range', {
    from: formatDate(Date.parse(startUTC)),
    to: formatDate(Date.parse(endUTC) - 1),
    by,
  })
}
