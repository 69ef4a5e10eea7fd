import type { FieldValue } from '@fieldwatch/contract/data'

/** Decimals of a number for which the template asks for none. */
export const DEFAULT_DECIMALS = 2

/** A value in words. With `decimals` a number has exactly that many, otherwise up to two. */
export function valueText(value: FieldValue | undefined, decimals?: number): string {
  if (value === null || value === undefined) return 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  return numberFormat(decimals ?? 0, decimals ?? DEFAULT_DECIMALS).format(value)
}

/** A number with a fixed count of decimals, so that it does not jump while it lives. */
export function fixedText(value: number, decimals: number = DEFAULT_DECIMALS): string {
  return numberFormat(decimals, decimals).format(value)
}

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, made)
  return made
}
