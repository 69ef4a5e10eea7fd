import type { MaintenanceWindow } from '@fieldwatch/contract/alert-history'
import { formatClock, formatDay } from '@fieldwatch/contract/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/users'

/** A window in words: when it is, whose it is, and what ends it. */
export function windowText(
  { fromUTC, toUTC, by }: MaintenanceWindow,
  now: number,
  timeFormat: TimeFormat,
): { when: string; who: string | undefined; end: string } {
  const [from, to] = [Date.parse(fromUTC), Date.parse(toUTC)]
  const moment = (at: number): string => `${formatDay(at)}, ${formatClock(at, { timeFormat })}`
  const isSameDay = formatDay(from) === formatDay(to)
  const who = by === null ? undefined : `Set by ${by}`
  if (from <= now) {
    const isToday = formatDay(now) === formatDay(to)
    return { when: `Now, until ${isToday ? formatClock(to, { timeFormat }) : moment(to)}`, who, end: 'End' }
  }
  return { when: `${moment(from)} to ${isSameDay ? formatClock(to, { timeFormat }) : moment(to)}`, who, end: 'Remove' }
}
