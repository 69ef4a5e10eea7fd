import type { TimeFormat } from '../people/users.ts'

/** Times and dates as people read them, on screens and in messages. Without a time zone they are in that of the process. */

interface ClockOptions {
  timeFormat: TimeFormat
  seconds?: boolean
  /** As IANA names it. */
  timeZone?: string | undefined
}

const MINUTE_MS = 60_000

/** The time of day: `14:05`, or `2:05 PM`. */
export function formatClock(at: number, { timeFormat, seconds = false, timeZone }: ClockOptions): string {
  return formatterOf(timeFormat === '12Hour' ? 'en-US' : 'en-GB', {
    hour: timeFormat === '12Hour' ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    timeZone,
  }).format(at)
}

/** Day and month: `15 Jun`. */
export function formatDay(at: number): string {
  return formatterOf('en-GB', { day: 'numeric', month: 'short' }).format(at)
}

/** The date: `15 Jun 2026`. */
export function formatDate(at: number, timeZone?: string): string {
  return formatterOf('en-GB', { ...DATE, timeZone }).format(at)
}

/** The date with its day of the week: `Mon, 15 Jun 2026`. */
export function formatWeekday(at: number, timeZone?: string): string {
  return formatterOf('en-GB', { weekday: 'short', ...DATE, timeZone }).format(at)
}

/** The month: `June 2026`. */
export function formatMonth(at: number, timeZone?: string): string {
  return formatterOf('en-GB', { month: 'long', year: 'numeric', timeZone }).format(at)
}

/** The exact time, with date and seconds: `15 Jun 2026, 14:05:09`. */
export function formatMoment(at: number, timeFormat: TimeFormat, timeZone?: string): string {
  return `${formatDate(at, timeZone)}, ${formatClock(at, { timeFormat, seconds: true, timeZone })}`
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

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const

interface FormatOptions extends Omit<Intl.DateTimeFormatOptions, 'timeZone'> {
  timeZone?: string | undefined
}

/** Formatters by what they write. People choose among hundreds of time zones, so only the last ones are kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATTERS = 64

/** Caches formatters: creating one costs a hundred times what using it does. */
function formatterOf(language: string, { timeZone, ...options }: FormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options, timeZone])
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language, { ...options, ...(timeZone === undefined ? {} : { timeZone }) })
  if (formatters.size >= MOST_FORMATTERS) formatters.clear()
  formatters.set(key, made)
  return made
}
