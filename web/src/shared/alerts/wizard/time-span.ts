import { t } from '../texts.ts'

/** The units in which a length of time is entered, the largest first. */
export const SPAN_UNITS = ['days', 'hours', 'minutes', 'seconds'] as const
export type SpanUnit = (typeof SPAN_UNITS)[number]

/** A length of time as it is entered. */
export interface TimeSpan {
  /** Empty text: none; NaN: what was typed is not a number. */
  readonly amount: number | ''
  readonly unit: SpanUnit
}

const SECONDS: Readonly<Record<SpanUnit, number>> = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 }

/** Seconds in the largest unit of which they are a whole number. */
export function spanOf(seconds: number): TimeSpan {
  const unit = SPAN_UNITS.find((name) => seconds > 0 && seconds % SECONDS[name] === 0) ?? 'minutes'
  return { amount: seconds / SECONDS[unit], unit }
}

/** Nothing entered is 0 seconds; NaN when it is not a number. */
export function secondsOf({ amount, unit }: TimeSpan): number {
  return amount === '' ? 0 : Number((amount * SECONDS[unit]).toFixed(6))
}

/** As `90 seconds`, `1 hour`, `2 days`. */
export function spanText(seconds: number): string {
  const { amount, unit } = spanOf(seconds)
  return t(`alerts.span.${unit}`, { count: amount === '' ? 0 : amount })
}
