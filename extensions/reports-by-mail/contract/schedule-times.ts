import { isEnglish, pageLocale } from '@fieldwatch/contract/text/text-locale'
import { formatMonth, formatWeekday } from '@fieldwatch/contract/time/moment-text'
import type { ReportRhythm } from './report-schedules.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { createZoneClock, type ZoneClock } from '@fieldwatch/contract/time/time-zone'
import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'

/** When a scheduled report is due, and which period it covers. Days, weeks (from Monday on) and months are those of its time zone. */

/** The first time after a moment at which a report is due. */
export function nextDue(rhythm: ReportRhythm, after: number): number {
  const zone = createZoneClock(rhythm.timeZone)
  const today = midnightOf(zone.wallOf(after))
  // Where clocks are set forward at midnight, the due time of a day is early on the next one.
  for (let day = dueDay(rhythm, today - DAY_MS); ; day = dueDay(rhythm, day + DAY_MS)) {
    const due = zone.momentOf(day + rhythm.hour * HOUR_MS)
    if (due > after) return due
  }
}

/** The whole day, week or month before a report is due. */
export function periodBefore(rhythm: ReportRhythm, due: number): TimeRange {
  const zone = createZoneClock(rhythm.timeZone)
  const period = wallPeriod(rhythm, zone, due)
  const to = zone.momentOf(period.to)
  // A day that the zone left out begins and ends at once: the one before it is meant.
  for (let wall = period.from; ; wall -= DAY_MS) {
    const from = zone.momentOf(wall)
    if (from < to) return { from, to }
  }
}

/** The period as people write it, such as `Sun, 22 Nov 2026`, `Mon, 16 Nov 2026 to Sun, 22 Nov 2026` or `October 2026`. */
export function periodText(
  { every, timeZone }: ReportRhythm,
  { from, to }: TimeRange,
  locale: string = pageLocale(),
): string {
  const reader = { timeZone, locale }
  if (every === 'month') return formatMonth(from, reader)
  const first = formatWeekday(from, reader)
  return every === 'day' ? first : `${first} ${isEnglish(locale) ? 'to' : '–'} ${formatWeekday(to - 1, reader)}`
}

function wallPeriod({ every, hour }: ReportRhythm, zone: ZoneClock, due: number): TimeRange {
  const shown = midnightOf(zone.wallOf(due))
  // Where clocks are set forward over the hour to the next day, it is still that of the day before.
  const today = zone.momentOf(shown - DAY_MS + hour * HOUR_MS) === due ? shown - DAY_MS : shown
  if (every === 'day') return { from: today - DAY_MS, to: today }
  if (every === 'week') {
    const monday = today - (weekdayOf(today) - 1) * DAY_MS
    return { from: monday - 7 * DAY_MS, to: monday }
  }
  const date = new Date(today)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) }
}

/** The first day from `midnight` on on which the report is due. */
function dueDay(rhythm: ReportRhythm, midnight: number): number {
  if (rhythm.every === 'day') return midnight
  if (rhythm.every === 'week') return midnight + ((rhythm.weekday - weekdayOf(midnight) + 7) % 7) * DAY_MS
  const date = new Date(midnight)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const inMonth = (of: number): number =>
    rhythm.day === 'last' ? Date.UTC(year, of + 1, 0) : Date.UTC(year, of, rhythm.day)
  return inMonth(month) >= midnight ? inMonth(month) : inMonth(month + 1)
}

function midnightOf(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS
}

/** 1 is Monday. */
function weekdayOf(wall: number): number {
  return ((new Date(wall).getUTCDay() + 6) % 7) + 1
}
