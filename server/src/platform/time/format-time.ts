import { DAY_MS } from '@fieldwatch/contract/time/durations'

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const threeDigits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

/** Cached days: records mostly share the day of their time and the day of their arrival. */
const KNOWN_DAYS = 8
const knownDays = new Float64Array(KNOWN_DAYS).fill(Number.NaN)
const dates = Array.from({ length: KNOWN_DAYS }, () => '')

/**
 * As `Date.prototype.toISOString`, at a tenth of its cost for a cached day: replies hold thousands of times.
 * @param at epoch milliseconds, whole
 */
export function formatTime(at: number): string {
  const day = Math.floor(at / DAY_MS)
  const place = day & (KNOWN_DAYS - 1)
  if (knownDays[place] !== day) {
    dates[place] = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length)
    knownDays[place] = day
  }
  const rest = at - day * DAY_MS
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  return `${dates[place]}${time}.${threeDigits[rest % 1000]}Z`
}

/** As `formatTime`; null where there is no such moment. */
export function formatTimeOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : formatTime(at)
}
