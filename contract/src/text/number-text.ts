/** Larger numbers are written with a power of ten, so that they fit their place. */
const SCIENTIFIC_FROM = 1e12
const SCIENTIFIC_DIGITS = 4

export interface Decimals {
  readonly least: number
  readonly most: number
}

/** A readable number: grouped, without -0, and short however large it is: `3.4e38`. */
export function numberText(value: number, decimals: Decimals): string {
  if (Math.abs(value) >= SCIENTIFIC_FROM) return scientificText(value, SCIENTIFIC_DIGITS)
  return numberFormat(decimals).format(value)
}

/** How many there are: grouped by thousands. */
export function formatCount(count: number): string {
  return numberText(count, { least: 0, most: 0 })
}

/** A number by its first digits and a power of ten: `1.25e6`. Zeros at the end are left out. */
export function scientificText(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e')
  return `${Number(mantissa)}e${Number(exponent)}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Caches formats: creating one costs a hundred times what using it does. */
function numberFormat({ least, most }: Decimals): Intl.NumberFormat {
  const key = `${least} ${most}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative',
  })
  formats.set(key, made)
  return made
}
