import { pageLocale, toNumberLocale } from './text-locale.ts'

/** Larger numbers are written with a power of ten, so that they fit their place. */
const SCIENTIFIC_FROM = 1e12
const SCIENTIFIC_DIGITS = 4

export interface Decimals {
  readonly least: number
  readonly most: number
}

/** A readable number: grouped, without -0, and short however large it is: `3.4e38`, or `∞` where a conversion overflowed. */
export function numberText(value: number, decimals: Decimals, locale: string = pageLocale()): string {
  if (Number.isFinite(value) && Math.abs(value) >= SCIENTIFIC_FROM)
    return scientificText(value, SCIENTIFIC_DIGITS, locale)
  return numberFormat(decimals, locale).format(value)
}

/** How many there are: grouped by thousands. */
export function formatCount(count: number, locale: string = pageLocale()): string {
  return numberText(count, { least: 0, most: 0 }, locale)
}

/** A number by its first digits and a power of ten: `1.25e6`. Zeros at the end are left out. */
export function scientificText(value: number, digits: number, locale: string = pageLocale()): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e')
  return `${numberFormat({ least: 0, most: digits - 1 }, locale).format(Number(mantissa))}e${Number(exponent)}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Caches formats: creating one costs a hundred times what using it does. */
function numberFormat({ least, most }: Decimals, locale: string): Intl.NumberFormat {
  const key = `${least} ${most} ${locale}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(toNumberLocale(locale), {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative',
  })
  formats.set(key, made)
  return made
}
