import type { Note } from '../contract/notes.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatClock, formatDay, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { t } from './texts.ts'

/** The moment or the period of a note; the day of the end is left out where it is that of the beginning. */
export function noteTimeText({ startUTC, endUTC }: Pick<Note, 'startUTC' | 'endUTC'>, timeFormat: TimeFormat): string {
  const from = Date.parse(startUTC)
  if (endUTC === null) return formatMoment(from, timeFormat)
  const to = Date.parse(endUTC)
  const isSameDay = formatDay(from) === formatDay(to)
  return t('notes.span', {
    from: formatMoment(from, timeFormat),
    to: isSameDay ? formatClock(to, { timeFormat, seconds: true }) : formatMoment(to, timeFormat),
  })
}
