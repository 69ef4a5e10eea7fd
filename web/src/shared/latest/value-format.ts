import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { numberText } from '@fieldwatch/contract/text/number-text'

/** Decimals of a number for which the template asks for none. */
const DEFAULT_DECIMALS = 2

/** A value in words. With `decimals` a number has exactly that many, otherwise up to two. */
export function valueText(value: FieldValue | undefined, decimals?: number): string {
  if (value === null || value === undefined) return 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  return numberText(value, { least: decimals ?? 0, most: decimals ?? DEFAULT_DECIMALS })
}

/** A number with a fixed number of decimals, so that a live value does not change its width. */
export function fixedText(value: number, decimals: number = DEFAULT_DECIMALS): string {
  return numberText(value, { least: decimals, most: decimals })
}
