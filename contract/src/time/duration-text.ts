import { formatCount } from '../text/number-text.ts'
import { isEnglish, pageLocale } from '../text/text-locale.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** How long something took, in its two largest units: `420 ms`, `12 s`, `5 min 12 s`, `3 h 5 min`, `2 d 3 h`. */
export function formatDuration(ms: number, locale: string = pageLocale()): string {
  if (ms < SECOND_MS) return ms === 0 ? counted(0, 'second', locale) : counted(Math.round(ms), 'millisecond', locale)
  if (ms < MINUTE_MS) return counted(Math.floor(ms / SECOND_MS), 'second', locale)
  if (ms < HOUR_MS) return two(ms, [MINUTE_MS, 'minute', SECOND_MS, 'second'], locale)
  if (ms < DAY_MS) return two(ms, [HOUR_MS, 'hour', MINUTE_MS, 'minute'], locale)
  return two(ms, [DAY_MS, 'day', HOUR_MS, 'hour'], locale)
}

/** The mean of durations: rounded to the smaller of the two units, where a duration leaves out what is behind it. */
export function formatMeanDuration(ms: number, locale: string = pageLocale()): string {
  const [, step] = STEPS.find(([below]) => ms < below) ?? [Infinity, HOUR_MS]
  const rounded = Math.round(ms / step) * step
  return formatDuration(rounded, locale)
}

/** A mean below the first number is rounded to the second, in milliseconds. Longer ones are rounded to hours. */
const STEPS = [
  [SECOND_MS, 1],
  [HOUR_MS, SECOND_MS],
  [DAY_MS, MINUTE_MS],
] as const

/** Shorter than `Intl` has them: `sec` and `hr`. */
const ENGLISH_UNITS = { millisecond: 'ms', second: 's', minute: 'min', hour: 'h', day: 'd' } as const

type Unit = keyof typeof ENGLISH_UNITS

function two(ms: number, [large, unit, small, smallUnit]: [number, Unit, number, Unit], locale: string): string {
  const rest = Math.floor((ms % large) / small)
  const first = counted(Math.floor(ms / large), unit, locale)
  return rest === 0 ? first : `${first} ${counted(rest, smallUnit, locale)}`
}

function counted(count: number, unit: Unit, locale: string): string {
  if (isEnglish(locale)) return `${formatCount(count, locale)} ${ENGLISH_UNITS[unit]}`
  return formatOf(unit, locale).format(count)
}

const formats = new Map<string, Intl.NumberFormat>()

/** Caches formats: creating one costs a hundred times what using it does. */
function formatOf(unit: Unit, locale: string): Intl.NumberFormat {
  const key = `${unit} ${locale}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  formats.set(key, made)
  return made
}
