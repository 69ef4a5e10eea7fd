import { HOUR_MS } from './durations.ts'
import { MAX_FUTURE_HOURS } from './future-times.ts'

type TimeRefusal = 'record/time-invalid' | 'record/time-in-future'

/** Smaller numbers are seconds since 1970, others milliseconds: as seconds this is the year 5138. */
const FIRST_MILLISECONDS = 1e11

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?)?$/

/** The last moment of the year 9999; later times are written in other forms. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const NUMERIC = /^\d{1,16}(?:\.\d{1,9})?$/

/**
 * Reads a time as units write it: ISO 8601 (UTC without a zone), or seconds or milliseconds since 1970 as a number or text. Times
 * before 1970 (a clock that was never set) and after 9999 are refused.
 */
export function decodeTime(value: unknown, now: number): number | TimeRefusal {
  const at = typeof value === 'number' ? fromEpoch(value) : typeof value === 'string' ? fromText(value) : undefined
  if (at === undefined || at < 0 || at > LAST_MOMENT) return 'record/time-invalid'
  return at > now + MAX_FUTURE_HOURS * HOUR_MS ? 'record/time-in-future' : at
}

function fromEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined
  return Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value)
}

function fromText(text: string): number | undefined {
  const trimmed = text.trim()
  return NUMERIC.test(trimmed) ? fromEpoch(Number(trimmed)) : fromIso8601(trimmed)
}

function fromIso8601(text: string): number | undefined {
  const match = ISO_8601.exec(text)
  if (match === null) return undefined
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    ,
    sign,
    offsetHours,
    offsetMinutes,
  ] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // `Date.UTC` rolls over days that a month does not have, and takes years below 100 for the last century.
  const date = new Date(midnight)
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return undefined
  if (date.getUTCFullYear() !== Number(year)) return undefined
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds
  if (Number(offsetHours ?? 0) > 23 || Number(offsetMinutes ?? 0) > 59) return undefined
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * 60_000
  return sign === '-' ? local + offset : local - offset
}
