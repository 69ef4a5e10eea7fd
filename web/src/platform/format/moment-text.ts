/** How a person wants to read the time of day. */
export type TimeFormat = '12Hour' | '24Hour'

interface ClockOptions {
  timeFormat: TimeFormat
  seconds?: boolean
}

const MINUTE_MS = 60_000

/** The time of day in the browser's zone: `14:05`, or `2:05 PM`. */
export function formatClock(at: number, { timeFormat, seconds = false }: ClockOptions): string {
  return clock(timeFormat, seconds).format(at)
}

/** Day and month: `15 Jun`. */
export function formatDay(at: number): string {
  return DAY.format(at)
}

/** The exact time, with date and seconds: `15 Jun 2026, 14:05:09`. */
export function formatMoment(at: number, timeFormat: TimeFormat): string {
  return `${DATE.format(at)}, ${formatClock(at, { timeFormat, seconds: true })}`
}

/** How long ago, in one unit: `now`, `12 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAgo(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < 5000) return 'now'
  if (age < MINUTE_MS) return `${Math.floor(age / 1000)} s ago`
  if (age < 60 * MINUTE_MS) return `${Math.floor(age / MINUTE_MS)} min ago`
  if (age < 48 * 60 * MINUTE_MS) return `${Math.floor(age / MINUTE_MS / 60)} h ago`
  return `${Math.floor(age / MINUTE_MS / 60 / 24)} d ago`
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeFormat: TimeFormat, seconds: boolean): Intl.DateTimeFormat {
  const key = `${timeFormat} ${seconds}`
  const known = clocks.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(timeFormat === '12Hour' ? 'en-US' : 'en-GB', {
    hour: timeFormat === '12Hour' ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  })
  clocks.set(key, made)
  return made
}
