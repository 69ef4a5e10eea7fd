import { formatCount } from './number-text.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long something took, in its two largest units: `420 ms`, `12 s`, `5 min 12 s`, `3 h 5 min`, `2 d 3 h`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND_MS) return ms === 0 ? '0 s' : `${Math.round(ms)} ms`
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`
  if (ms < HOUR_MS) return two(ms, [MINUTE_MS, 'min'], [SECOND_MS, 's'])
  if (ms < DAY_MS) return two(ms, [HOUR_MS, 'h'], [MINUTE_MS, 'min'])
  return two(ms, [DAY_MS, 'd'], [HOUR_MS, 'h'])
}

/** The mean of durations: rounded to the smaller of the two units, where a duration leaves out what is behind it. */
export function formatMeanDuration(ms: number): string {
  const [, step] = STEPS.find(([below]) => ms < below) ?? [Infinity, HOUR_MS]
  const rounded = Math.round(ms / step) * step
  return formatDuration(rounded)
}

/** A mean below the first number is rounded to the second, in milliseconds. Longer ones are rounded to hours. */
const STEPS = [
  [SECOND_MS, 1],
  [HOUR_MS, SECOND_MS],
  [DAY_MS, MINUTE_MS],
] as const

type Unit = readonly [ms: number, name: string]

function two(ms: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((ms % large) / small)
  const first = `${formatCount(Math.floor(ms / large))} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}
