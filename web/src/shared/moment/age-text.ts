import { formatAgo, formatClock, formatDate, formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useReplay } from './replay-context.ts'

/** Writes how old a value is at a moment. In the past that is the time of the value, as “now” and “ago” would be about the present. */
export function useAgeText(timeFormat: TimeFormat): (at: number, now: number) => string {
  const isPast = useReplay() !== undefined
  return isPast ? (at, now) => timeOfDay(at, now, timeFormat) : (at, now) => formatAgo(at, now)
}

/** With the date, where that is another one than that of the moment. */
function timeOfDay(at: number, moment: number, timeFormat: TimeFormat): string {
  const isSameDay = formatDate(at) === formatDate(moment)
  return isSameDay ? formatClock(at, { timeFormat, seconds: true }) : formatMoment(at, timeFormat)
}
