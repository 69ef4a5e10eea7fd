import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { t } from './texts.ts'

/** The range of a chart or an event table in words. */
export function visitRangeText(range: SharedRange, timeFormat: TimeFormat): string {
  if (range.kind === 'between') {
    const [from, to] = [range.fromUTC, range.toUTC].map((text) => formatMoment(Date.parse(text), timeFormat))
    return t('visit.range.between', { from: from ?? '', to: to ?? '' })
  }
  const { minutes } = range
  if (minutes < 60) return t('visit.range.minutes', { minutes })
  return minutes < 48 * 60
    ? t('visit.range.hours', { hours: Math.round(minutes / 60) })
    : t('visit.range.days', { days: Math.round(minutes / 1440) })
}
