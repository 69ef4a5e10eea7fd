import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { say } from '@fieldwatch/messages/server-sentences'
import { MAX_FUTURE_HOURS } from '@fieldwatch/contract/time/future-times'
import type { ImportSettings, ImportTimeFormat } from '@fieldwatch/contract/telemetry/record-imports'
import { isKnownTime } from '@fieldwatch/contract/time/times'
import { createLocalMoments } from '@fieldwatch/contract/time/local-moments'

/** The moment of a line, or why it has none. */
export type TimeReading = { readonly at: number; readonly isDoubled: boolean } | { readonly problem: string }

/** Which way the times of a file go; it decides about times that clocks show twice. */
export interface Course {
  previous: number | undefined
  isDescending: boolean
}

type Options = Pick<ImportSettings['time'], 'format' | 'zone' | 'doubled'>

/** A time that clocks show, written down as if it were UTC. */
interface Wall {
  readonly wall: number
}

/**
 * Makes what reads the times of a file line by line.
 * @throws RangeError for a time zone that is not known
 */
export function createTimeReader({ format, zone, doubled }: Options, now: number) {
  const momentsOf = createLocalMoments(zone)
  const latest = now + MAX_FUTURE_HOURS * HOUR_MS
  return read

  function read(text: string, course: Course): TimeReading {
    const trimmed = text.trim()
    if (trimmed === '') return { problem: say('answers.import.no-time') }
    const read = parseTime(trimmed, format)
    if (read === undefined) return { problem: say('answers.import.time-format', { text: shownCell(trimmed) }) }
    const found = typeof read === 'number' ? { at: read, isDoubled: false } : choose(read, course)
    if (found === undefined) return { problem: say('answers.import.time-skipped', { zone, text: shownCell(trimmed) }) }
    if (!isKnownTime(found.at)) return { problem: say('answers.import.time-range', { text: shownCell(trimmed) }) }
    if (found.at > latest) return { problem: say('answers.import.time-future', { text: shownCell(trimmed) }) }
    if (!found.isDoubled && course.previous !== undefined && found.at !== course.previous)
      course.isDescending = found.at < course.previous
    course.previous = found.at
    return found
  }

  function choose({ wall }: Wall, course: Course) {
    const [earlier, later] = momentsOf(wall)
    if (earlier === undefined) return undefined
    if (later === undefined) return { at: earlier, isDoubled: false }
    const isLater = doubled === 'in-order' ? isSecond(earlier, later, course) : doubled === 'later'
    return { at: isLater ? later : earlier, isDoubled: true }
  }
}

/** Whether a time is the later of two moments, as the times of the file go. */
function isSecond(earlier: number, later: number, course: Course): boolean {
  const { previous } = course
  if (previous === undefined) return false
  if (later < previous) course.isDescending = true
  if (earlier > previous) course.isDescending = false
  return course.isDescending ? later <= previous : earlier < previous
}

/** Epoch milliseconds, a time of clocks, or undefined for a text that is none. */
export function parseTime(text: string, format: ImportTimeFormat): number | Wall | undefined {
  switch (format) {
    case 'iso':
      return parseIso(text)
    case 'epoch-s':
      return parseEpoch(text, 1000)
    case 'epoch-ms':
      return parseEpoch(text, 1)
    default:
      return parseDate(text, format)
  }
}

const EPOCH = /^\d{1,16}(?:[.,]\d{1,9})?$/

function parseEpoch(text: string, factor: number): number | undefined {
  return EPOCH.test(text) ? Math.round(Number(text.replace(',', '.')) * factor) : undefined
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([Zz]|UTC)| ?([+-])(\d{2}):?(\d{2})?)?)?$/

function parseIso(text: string): number | Wall | undefined {
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction, utc, sign, offsetHours, offsetMinutes] = match
  const wall = wallOf({ year, month, day, hour, minute, second, fraction })
  if (wall === undefined) return undefined
  if (utc !== undefined) return wall
  if (sign === undefined) return { wall }
  if (Number(offsetHours) > 23 || Number(offsetMinutes ?? 0) > 59) return undefined
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes ?? 0)) * 60_000
  return sign === '-' ? wall + offset : wall - offset
}

const DATE =
  /^(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{1,4})(?:[Tt ,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?: ?([AaPp])\.?[Mm]\.?)?)?$/

const ORDERS = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] } as const

function parseDate(text: string, format: keyof typeof ORDERS): Wall | undefined {
  const match = DATE.exec(text)
  if (match === null) return undefined
  const [, first, second, third, hour, minute, seconds, fraction, half] = match
  const parts = [first, second, third]
  const [year, month, day] = ORDERS[format].map((place) => parts[place] ?? '') as [string, string, string]
  if (month.length > 2 || day.length > 2 || year.length === 1 || year.length === 3) return undefined
  const wall = wallOf({
    year: year.length === 2 ? String(Number(year) + (Number(year) < 70 ? 2000 : 1900)) : year,
    month,
    day,
    hour: half === undefined ? hour : hourOfHalf(Number(hour), half),
    minute,
    second: seconds,
    fraction,
  })
  return wall === undefined ? undefined : { wall }
}

function hourOfHalf(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return '99'
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction', string | undefined>

function wallOf({
  year,
  month,
  day,
  hour = '0',
  minute = '0',
  second = '0',
  fraction = '',
}: Parts): number | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // `Date.UTC` rolls over days that a month does not have, and takes years below 100 for the last century.
  const date = new Date(midnight)
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return undefined
  if (date.getUTCFullYear() !== Number(year)) return undefined
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  return midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds
}

/** The characters of a cell that a reason shows. */
const SHOWN = 60

export function shownCell(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
  return short.replaceAll('\0', '\uFFFD')
}
