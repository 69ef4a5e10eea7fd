import type { DecimalMark } from '@fieldwatch/contract/units/sims'

/**
 * How a number is written: with a decimal point (`1,234.5`), with a decimal comma (`1.234,5`), in a form that may be either
 * (`2.000`), or in one that shows neither.
 */
export type Writing = DecimalMark | 'either' | 'plain'

const PLAIN = /^\d+$/
const DECIMAL = {
  point: /^(\d+|\d{1,3}(,\d{3})+)\.\d+$/,
  comma: /^(\d+|\d{1,3}(\.\d{3})+),\d+$/,
} as const
const GROUPED = {
  point: /^\d{1,3}(,\d{3})+$/,
  comma: /^\d{1,3}(\.\d{3})+$/,
} as const

const MARKS = ['point', 'comma'] as const

/** How some digits are written; undefined when they are not a number. */
export function writingOf(digits: string): Writing | undefined {
  if (PLAIN.test(digits)) return 'plain'
  const possible = MARKS.filter((mark) => isWrittenWith(digits, mark))
  // A leading zero is never grouped, so `0.125` has a decimal point.
  const certain = possible.filter((mark) => DECIMAL[mark].test(digits) && /^0\D/.test(digits))
  const [first, second] = certain.length > 0 ? certain : possible
  return second === undefined ? first : 'either'
}

/** The number that digits mean with this decimal mark; undefined when they are not a number. */
export function readDecimal(digits: string, mark: DecimalMark): number | undefined {
  if (PLAIN.test(digits)) return Number(digits)
  if (!isWrittenWith(digits, mark)) return undefined
  return Number(mark === 'point' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.'))
}

/**
 * The decimal mark of a file: the one that more of its numbers certainly have. Undefined when numbers are ambiguous and none is
 * certain; `point` when no number needs one.
 */
export function decideMark(counts: Readonly<Record<Writing, number>>): DecimalMark | undefined {
  const { point, comma, either } = counts
  if (point === 0 && comma === 0) return either === 0 ? 'point' : undefined
  return comma > point ? 'comma' : 'point'
}

function isWrittenWith(digits: string, mark: DecimalMark): boolean {
  return DECIMAL[mark].test(digits) || GROUPED[mark].test(digits)
}
