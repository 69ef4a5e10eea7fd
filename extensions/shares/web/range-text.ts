import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { t } from './texts.ts'

/** The period of a shared chart in words. */
export function sharedRangeText(range: SharedRange, timeFormat: TimeFormat): string {
  if (range.kind === 'between') {
    const text = (utc: string): string => formatMoment(Date.parse(utc), timeFormat)
    return t('shares.range.between', { from: text(range.fromUTC), to: text(range.toUTC) })
  }
  const { minutes } = range
  if (minutes < 60) return t('shares.range.minutes', { minutes })
  return minutes < 48 * 60
    ? t('shares.range.last', { hours: Math.round(minutes / 60) })
    : t('shares.range.days', { days: Math.round(minutes / 1440) })
}
