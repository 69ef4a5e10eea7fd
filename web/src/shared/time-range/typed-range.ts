import type { TimeRange } from '@fieldwatch/contract/time/times'
import { t } from './texts.ts'
import { localTimeOf, skippedText, type WallTime } from './local-time.ts'
import { LAST_MILLISECOND } from './picked-range.ts'

/** How a range is typed (specification, document 1, section 5). */
const RANGE =
  /^(20\d\d)-(\d\d)-(\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) ~ (20\d\d)-(\d\d)-(\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/

/** Reads a typed range, in the zone of the browser. Undefined when it is none, or when its start is not before its end. */
export function parseTypedRange(text: string): TimeRange | undefined {
  const [from, to] = timesOf(text).map(localTimeOf)
  if (from?.kind !== 'moment' || to?.kind !== 'moment' || from.at >= to.at) return undefined
  return { from: from.at, to: to.at + LAST_MILLISECOND }
}

/** Why a text is no range, as a sentence; undefined for one that is, and for an empty one. */
export function typedRangeProblem(text: string): string | undefined {
  if (text.trim() === '' || parseTypedRange(text) !== undefined) return undefined
  return skippedProblem(text) ?? t('time-range.pattern.problem', { pattern: t('time-range.pattern') })
}

/** What is said of a range that starts or ends in an hour that the clocks skip; undefined for any other text. */
export function skippedProblem(text: string): string | undefined {
  for (const wall of timesOf(text)) {
    const time = localTimeOf(wall)
    if (time.kind === 'skipped') return skippedText(wall, time, '24Hour')
  }
  return undefined
}

/** Writes a range as it is typed, to the second. */
export function formatTypedRange({ from, to }: TimeRange): string {
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

/** Start and end as they are typed; none for a text that is not written like a range. */
function timesOf(text: string): WallTime[] {
  const match = RANGE.exec(text.trim())
  if (match === null) return []
  const numbers = match.slice(1).map(Number)
  return [numbers.slice(0, 6), numbers.slice(6)].map(
    ([year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0]) => ({
      year,
      month,
      day,
      hours,
      minutes,
      seconds,
    }),
  )
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
