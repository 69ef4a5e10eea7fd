import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { formatClock, formatDate } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** Date and time as a clock on the wall shows them; the month counts from 1. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** The meaning of a wall-clock time in the browser's zone. */
export type LocalTime =
  | { readonly kind: 'moment'; readonly at: number }
  /** Its month has no such day. */
  | { readonly kind: 'no-such-day' }
  /** A time that the change to summer time skips: from one time to another, in minutes of the day. */
  | { readonly kind: 'skipped'; readonly from: number; readonly to: number }

/** Reads a time on the wall. A day whose midnight is skipped begins with its first moment. */
export function localTimeOf({ year, month, day, hours, minutes, seconds }: WallTime): LocalTime {
  const date = new Date(year, month - 1, day, hours, minutes, seconds)
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return { kind: 'no-such-day' }
  const isMidnight = hours === 0 && minutes === 0 && seconds === 0
  if (isMidnight || (date.getHours() === hours && date.getMinutes() === minutes)) {
    return { kind: 'moment', at: date.getTime() }
  }
  return { kind: 'skipped', ...changeBefore(date) }
}

/** Why there is no such time: `On 29 Mar 2026 the clocks go from 02:00 to 03:00, so there is no 02:30.` */
export function skippedText(
  wall: WallTime,
  { from, to }: { from: number; to: number },
  timeFormat: TimeFormat,
): string {
  const day = formatDate(Date.UTC(wall.year, wall.month - 1, wall.day), { timeZone: 'UTC' })
  const clock = (minute: number) => clockText(minute, timeFormat)
  const wanted = clock(wall.hours * 60 + wall.minutes)
  return t('time-range.skipped', { day, first: clock(from), next: clock(to), wanted })
}

/** The clock before and after the last change before a moment. */
function changeBefore(date: Date): { from: number; to: number } {
  const offset = date.getTimezoneOffset()
  let change = Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS
  while (new Date(change - MINUTE_MS).getTimezoneOffset() === offset) change -= MINUTE_MS
  const before = new Date(change - MINUTE_MS)
  const after = new Date(change)
  return { from: minuteOf(before) + 1, to: minuteOf(after) }
}

function minuteOf(date: Date): number {
  return date.getHours() * 60 + date.getMinutes()
}

function clockText(minuteOfDay: number, timeFormat: TimeFormat): string {
  return formatClock(minuteOfDay * MINUTE_MS, { timeFormat, timeZone: 'UTC' })
}
