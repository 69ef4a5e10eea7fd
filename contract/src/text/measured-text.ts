import type { Measure } from '../measures/measure.ts'
import { numberText } from './number-text.ts'
import { pageLocale } from './text-locale.ts'
import { withUnit } from './with-unit.ts'

/** Closer to zero than this, decimals would show nothing. */
const SMALLEST = 1e-4

/** A value in a sentence as its measure shows it, with the unit of measure: `2.12 bar`. */
export function measuredText(sent: number, { value: toShown, unit }: Measure, locale: string = pageLocale()): string {
  const value = toShown(sent)
  const text = numberText(value, { least: 0, most: Math.abs(value) < SMALLEST ? 10 : MOST_DECIMALS }, locale)
  return withUnit(text, unit)
}

const MOST_DECIMALS = 4
