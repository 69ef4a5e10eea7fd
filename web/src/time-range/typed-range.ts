import type { TimeSpan } from './time-span.ts'

/** How a range is typed (specification, document 1, section 5). */
export const TYPED_RANGE_PATTERN = 'YYYY-MM-DD HH:mm:ss ~ YYYY-MM-DD HH:mm:ss'

const MOMENT = String.raw`(20\d\d)-(\d\d)-(\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)`
const RANGE = new RegExp(`^${MOMENT} ~ ${MOMENT}$`)

/** A typed second means all of it: the end of a range is its last millisecond. */
export const LAST_MILLISECOND = 999

/** Reads a typed range, in the zone of the browser. Undefined when it is none, or when its start is not before its end. */
export function parseTypedRange(text: string): TimeSpan | undefined {
  const match = RANGE.exec(text.trim())
  if (match === null) return undefined
  const numbers = match.slice(1).map(Number)
  const from = momentOf(numbers.slice(0, 6))
  const to = momentOf(numbers.slice(6))
  if (from === undefined || to === undefined || from >= to) return undefined
  return { from, to: to + LAST_MILLISECOND }
}

/** Writes a range as it is typed, to the second. */
export function formatTypedRange({ from, to }: TimeSpan): string {
  return `${momentText(from)} ~ ${momentText(to)}`
}

/** The day of a moment in the zone of the browser: `2026-06-01`. */
export function dayText(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The time of day of a moment in the zone of the browser: `09:30:00`. */
export function timeText(at: number): string {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

function momentText(at: number): string {
  return `${dayText(at)} ${timeText(at)}`
}

/** Epoch milliseconds; undefined for a day that its month does not have. */
function momentOf([year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0]: number[]): number | undefined {
  const date = new Date(year, month - 1, day, hours, minutes, seconds)
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
