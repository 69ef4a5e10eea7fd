import type { TimeFormat } from '../people/users.ts'
import { isEnglish, pageLocale } from '../text/text-locale.ts'
import { MINUTE_MS } from './durations.ts'

/** Times and dates as people read them, on screens and in messages. */

/** Where a text is read. */
export interface Reader {
  /** As IANA names it; that of the process when left out. */
  timeZone?: string | undefined
  /** As BCP 47 has it, such as `de-CH`; that of the page when left out. */
  locale?: string | undefined
}

interface ClockOptions extends Reader {
  timeFormat: TimeFormat
  seconds?: boolean
  /** With the seconds. */
  milliseconds?: boolean
}

/** The time of day: `14:05`, or `2:05 PM`. */
export function formatClock(at: number, { timeFormat, ...options }: ClockOptions): string {
  const { milliseconds = false, seconds = milliseconds, ...reader } = options
  const isTwelve = timeFormat === '12Hour'
  return formatterOf(reader, {
    hour: isTwelve ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    ...(milliseconds ? { fractionalSecondDigits: 3 } : {}),
    hourCycle: isTwelve ? 'h12' : 'h23',
  }).format(at)
}

/** Day and month: `15 Jun`. */
export function formatDay(at: number, reader: Reader = {}): string {
  return formatterOf(reader, { day: 'numeric', month: 'short' }).format(at)
}

/** The date: `15 Jun 2026`. */
export function formatDate(at: number, reader: Reader = {}): string {
  return formatterOf(reader, DATE).format(at)
}

/** The date with its day of the week: `Mon, 15 Jun 2026`. */
export function formatWeekday(at: number, reader: Reader = {}): string {
  return formatterOf(reader, { weekday: 'short', ...DATE }).format(at)
}

/** The month: `June 2026`. */
export function formatMonth(at: number, reader: Reader = {}): string {
  return formatterOf(reader, { month: 'long', year: 'numeric' }).format(at)
}

/** The exact time, with date and seconds: `15 Jun 2026, 14:05:09`. */
export function formatMoment(at: number, timeFormat: TimeFormat, reader: Reader = {}): string {
  return `${formatDate(at, reader)}, ${formatClock(at, { timeFormat, seconds: true, ...reader })}`
}

/** How long ago, in one unit: `now`, `12 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAgo(at: number, now: number, locale: string = pageLocale()): string {
  const age = Math.max(0, now - at)
  const ago = agoFormatOf(locale)
  if (age < 5000) return ago(0, 'second')
  if (age < MINUTE_MS) return ago(Math.floor(age / 1000), 'second')
  if (age < 60 * MINUTE_MS) return ago(Math.floor(age / MINUTE_MS), 'minute')
  if (age < 48 * 60 * MINUTE_MS) return ago(Math.floor(age / MINUTE_MS / 60), 'hour')
  return ago(Math.floor(age / MINUTE_MS / 60 / 24), 'day')
}

type Ago = (count: number, unit: keyof typeof ENGLISH_UNITS) => string

const ENGLISH_UNITS = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const

const agoFormats = new Map<string, Ago>()

/** Formats how long ago something was; 0 is now. */
function agoFormatOf(locale: string): Ago {
  const known = agoFormats.get(locale)
  if (known !== undefined) return known
  const made = isEnglish(locale) ? englishAgo : createAgo(locale)
  agoFormats.set(locale, made)
  return made
}

/** Shorter than `Intl` has it: `sec.` and `hr.` */
function englishAgo(count: number, unit: keyof typeof ENGLISH_UNITS): string {
  return count === 0 ? 'now' : `${count} ${ENGLISH_UNITS[unit]} ago`
}

function createAgo(locale: string): Ago {
  const past = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  return (count, unit) => (count === 0 ? now : past.format(-count, unit))
}

type DateOptions = Omit<Intl.DateTimeFormatOptions, 'timeZone'>

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** Formatters by what they write. People choose among hundreds of time zones, so only the last ones are kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATTERS = 64

/** Caches formatters: creating one costs a hundred times what using it does. */
function formatterOf({ timeZone, locale = pageLocale() }: Reader, options: DateOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options, timeZone])
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(toDateLocale(locale, options), {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  if (formatters.size >= MOST_FORMATTERS) formatters.clear()
  formatters.set(key, made)
  return made
}

/** British English writes days before months, American English writes AM and PM in capitals. */
function toDateLocale(locale: string, { hourCycle }: DateOptions): string {
  if (!isEnglish(locale)) return locale
  return hourCycle === 'h12' ? 'en-US' : 'en-GB'
}
