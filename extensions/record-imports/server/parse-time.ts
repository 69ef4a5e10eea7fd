import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fieldwatch/contract/time/durations'
import type { ImportTimeFormat } from '../contract/record-imports.ts'

/** A time that clocks show, written down as if it were UTC. */
export interface Wall {
  readonly wall: number
}

/**
 * Reads a time, or a date with its time of day in another cell. Returns epoch milliseconds when it has a zone of its own, a time of clocks
 * when it has none, or undefined for a text that is no time.
 */
export function parseTime(text: string, format: ImportTimeFormat, clock?: string): number | Wall | undefined {
  switch (format) {
    case 'epoch-s':
      return parseEpoch(text, SECOND_MS)
    case 'epoch-ms':
      return parseEpoch(text, 1)
    case 'excel':
      return parseSerial(text, clock)
    default:
      return parseDateAndClock(text, format, clock)
  }
}

const EPOCH = /^\d{1,16}(?:[.,]\d{1,9})?$/

function parseEpoch(text: string, factor: number): number | undefined {
  return EPOCH.test(text) ? Math.round(Number(text.replace(',', '.')) * factor) : undefined
}

/** Days since the end of 1899; those of the years 1950 to 2099. */
const SERIAL = /^(\d{5})(?:[.,](\d{1,12}))?$/
const FIRST_SERIAL = 18_264
const LAST_SERIAL = 73_050
const SERIAL_OF_1970 = 25_569
const DAY_SHARE = /^0?[.,]\d{1,12}$/

function parseSerial(text: string, clock: string | undefined): Wall | undefined {
  const match = SERIAL.exec(text)
  const days = Number(match?.[1])
  if (match === null || days < FIRST_SERIAL || days > LAST_SERIAL) return undefined
  const midnight = (days - SERIAL_OF_1970) * DAY_MS
  const share = match[2] === undefined ? 0 : shareOfDay(`0.${match[2]}`)
  if (clock === undefined || clock === '') return { wall: midnight + share }
  const ms = DAY_SHARE.test(clock) ? shareOfDay(clock.replace(',', '.')) : parseClock(clock)
  return ms === undefined ? undefined : { wall: midnight + ms }
}

/** Spreadsheets write few digits: what is near a second is one. */
function shareOfDay(share: string): number {
  const ms = Math.round(Number(share) * DAY_MS)
  const second = Math.round(ms / SECOND_MS) * SECOND_MS
  const exact = share.length >= FEW_DIGITS
  return exact && Math.abs(ms - second) > NEAR_MS ? ms : second
}
const FEW_DIGITS = 10
const NEAR_MS = 5

interface CalendarDay {
  readonly year: string | undefined
  readonly month: string | number | undefined
  readonly day: string | undefined
  /** What is behind the date. */
  readonly rest: string | undefined
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ,_](.+))?$/
const DATE = /^(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{1,4})\.?(?:[Tt ,_](.+))?$/
const DAY_NAME_YEAR =
  /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})\.?[-/. ]*(\p{L}{3,10})\.?,?[-/. ]*(\d{4}|\d{2})(?:[Tt ,_:](.+))?$/u
const NAME_DAY_YEAR =
  /^(?:\p{L}{2,10},? )?(\p{L}{3,10})\.?[- ]*(\d{1,2})(?:st|nd|rd|th)?,?[- ]+(\d{4})(?:[Tt ,_](.+))?$/u
const YEAR_NAME_DAY = /^(\d{4})[- ]?(\p{L}{3,10})\.?[- ]?(\d{1,2})(?:[Tt ,_](.+))?$/u
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:[T _-]?(\d{2}|\d{4}|\d{6}(?:[.,]\d{1,9})?|\d{1,2}:.+))?$/
const ORDERS = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] } as const

type DateFormat = Exclude<ImportTimeFormat, 'epoch-s' | 'epoch-ms' | 'excel'>

function dayOf(text: string, format: DateFormat): CalendarDay | undefined {
  switch (format) {
    case 'iso': {
      const [found, year, month, day, rest] = ISO.exec(text) ?? []
      return found === undefined ? undefined : { year, month, day, rest }
    }
    case 'compact': {
      const [found, year, month, day, rest] = COMPACT.exec(text) ?? []
      // 2025010523 has hours only.
      return found === undefined ? undefined : { year, month, day, rest: rest?.length === 2 ? `${rest}00` : rest }
    }
    case 'named':
      return namedDay(text)
    default: {
      const [found, first, second, third, rest] = DATE.exec(text) ?? []
      if (found === undefined) return undefined
      const parts = [first, second, third]
      const [year, month, day] = ORDERS[format].map((place) => parts[place] ?? '')
      if ([month, day].some((part) => (part ?? '').length > 2) || year?.length === 1 || year?.length === 3)
        return undefined
      return { year, month, day, rest }
    }
  }
}

function namedDay(text: string): CalendarDay | undefined {
  const dayFirst = DAY_NAME_YEAR.exec(text)
  if (dayFirst !== null) {
    const [, day, name = '', year, rest] = dayFirst
    return { year, month: monthNamed(name), day, rest }
  }
  const nameFirst = NAME_DAY_YEAR.exec(text)
  if (nameFirst !== null) {
    const [, name = '', day, year, rest] = nameFirst
    return { year, month: monthNamed(name), day, rest }
  }
  const [found, year, name = '', day, rest] = YEAR_NAME_DAY.exec(text) ?? []
  return found === undefined ? undefined : { year, month: monthNamed(name), day, rest }
}

/** Beginnings of the names of the months in English, German, Spanish and French, without accents. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene'],
  ['feb', 'fev'],
  ['mar', 'mrz', 'mae'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'ago', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'dic'],
]
const MONTH_BY_NAME = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))

function monthNamed(name: string): number | undefined {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return MONTH_BY_NAME.get(plain.slice(0, 4)) ?? MONTH_BY_NAME.get(plain.slice(0, 3))
}

/** A zone behind a time, or an offset. */
const ZONE = /^(.*?) ?(?:([Zz]|UTC|GMT)|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?)$/

function parseDateAndClock(text: string, format: DateFormat, clock: string | undefined): number | Wall | undefined {
  const day = dayOf(text, format)
  if (day === undefined) return undefined
  const midnight = midnightOf(day)
  if (midnight === undefined) return undefined
  const rest = day.rest?.replace(/^[Tt ,_:]+/, '').trim() ?? ''
  if (clock === undefined || clock === '') return withClock(midnight, rest)
  // A spreadsheet writes the date of a column of dates with the time of midnight.
  if (rest !== '' && parseClock(rest) !== 0) return undefined
  return withClock(midnight, clock)
}

function withClock(midnight: number, text: string): number | Wall | undefined {
  if (text === '') return { wall: midnight }
  const plain = parseClock(text)
  if (plain !== undefined) return { wall: midnight + plain }
  const match = ZONE.exec(text)
  const ms = match === null ? undefined : parseClock(match[1] ?? '')
  if (match === null || ms === undefined) return undefined
  const [, , utc, sign, hours, minutes = '0'] = match
  if (utc !== undefined) return midnight + ms
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return sign === '-' ? midnight + ms + offset : midnight + ms - offset
}

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,:](\d{1,9}))?)?)?(?: ?([AaPp])(?:\.? ?[Mm]\.?)?)?$/
const CLOCK_OF_DIGITS = /^(\d{1,2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?$/

/** The milliseconds since midnight of a time of day such as `8:15`, `08:15:30.250`, `8:15PM`, `0815`, or `24:00`; undefined for other texts. */
export function parseClock(text: string): number | undefined {
  const match = CLOCK.exec(text)
  if (match !== null) {
    const [, hour = '', minute, second, fraction, half] = match
    if (half !== undefined) return timeOfDay(hourOfHalf(Number(hour), half), minute, second, fraction)
    // Without minutes it is no time, except that loggers leave out zeros in front: 5 is 00:05.
    return minute === undefined ? timeOfDay(0, hour) : timeOfDay(Number(hour), minute, second, fraction)
  }
  const [found, hour, minute, second, fraction] = CLOCK_OF_DIGITS.exec(text) ?? []
  return found === undefined ? undefined : timeOfDay(Number(hour), minute, second, fraction)
}

function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

function timeOfDay(hour: number, minute = '0', second = '0', fraction = ''): number | undefined {
  const ms = ((hour * 60 + Number(minute)) * 60 + Number(second)) * SECOND_MS
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  // 24:00 is the end of the day.
  if (hour === 24) return ms === DAY_MS && milliseconds === 0 ? ms : undefined
  if (!(hour < 24) || Number(minute) > 59 || Number(second) > 59) return undefined
  return ms + milliseconds
}

/** Years of two digits from here on are of the last century. */
const FIRST_OF_LAST_CENTURY = 70

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

function midnightOf({ year: text, month, day }: CalendarDay): number | undefined {
  if (text === undefined || month === undefined || day === undefined) return undefined
  const [numbered, date] = [Number(month), Number(day)]
  if (date < 1 || date > (DAYS_OF_MONTHS[numbered - 1] ?? 0)) return undefined
  const year = text.length > 2 ? Number(text) : Number(text) + (Number(text) < FIRST_OF_LAST_CENTURY ? 2000 : 1900)
  // `Date.UTC` takes years below 100 for the last century.
  if (year < 100 || (numbered === 2 && date === 29 && !isLeapYear(year))) return undefined
  return Date.UTC(year, numbered - 1, date)
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
