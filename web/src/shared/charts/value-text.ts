import type { Measure } from '@fieldwatch/contract/measures/measure'
import { numberText, scientificText } from '@fieldwatch/contract/text/number-text'
import { withUnit } from '@fieldwatch/contract/text/with-unit'

/** Closer to zero than this, decimals would show nothing. */
const SCIENTIFIC_BELOW = 1e-4

/** A value as it is read beside a chart: as many decimals as its size deserves, four significant digits at least. */
function valueText(value: number): string {
  const size = Math.abs(value)
  if (size > 0 && size < SCIENTIFIC_BELOW) return scientificText(value, 4)
  const decimals = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 1 ? 3 : 4
  return numberText(value, { least: 0, most: decimals })
}

/** A drawn value with the unit of measure that the line is drawn in, or a dash where there is none. */
export function readingText(value: number | undefined, unit: string | undefined): string {
  if (value === undefined) return '–'
  return withUnit(valueText(value), unit)
}

/** How much more a drawn value is than the one that it is compared with; empty where one is missing. */
export function differenceText(
  value: number | undefined,
  compared: number | undefined,
  unit: string | undefined,
): string {
  if (value === undefined || compared === undefined) return ''
  const difference = value - compared
  return `${difference > 0 ? '+' : ''}${readingText(difference === 0 ? 0 : difference, unit)}`
}

/** A stored value as it is shown. */
export function shownText(sent: number, measure: Measure): string {
  return readingText(measure.value(sent), measure.unit)
}
