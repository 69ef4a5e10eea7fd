import { numberText } from './number-text.ts'

/** Closer to zero than this, decimals would show nothing. */
const SMALLEST = 1e-4

/** A value in a sentence, with its unit of measure: `2.12 bar`. */
export function measuredText(value: number, unit: string | null | undefined): string {
  const text = numberText(value, { least: 0, most: Math.abs(value) < SMALLEST ? 10 : MOST_DECIMALS })
  return unit === null || unit === undefined || unit === '' ? text : `${text} ${unit}`
}

const MOST_DECIMALS = 4
