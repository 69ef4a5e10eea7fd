import type { DecimalMark } from '@fieldwatch/contract/sims'

/**
 * How a number is written: with a decimal point as in `1,234.5`, with a decimal comma as in `1.234,5`, so that it may be
 * either, as `2.000`, or so that it says nothing about it.
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

/** How some digits are written; undefined when they are no number. */
export function writingOf(digits: string): Writing | undefined {
  if (PLAIN.test(digits)) return 'plain'
  const possible = MARKS.filter((mark) => isWrittenWith(digits, mark))
  // Nobody groups a single zero: `0.125` has a decimal point.
  const certain = possible.filter((mark) => DECIMAL[mark].test(digits) && /^0\D/.test(digits))
  const [first, second] = certain.length > 0 ? certain : possible
  return second === undefined ? first : 'either'
}

/** The number that some digits are with this decimal mark; undefined when they are none. */
export function readDecimal(digits: string, mark: DecimalMark): number | undefined {
  if (PLAIN.test(digits)) return Number(digits)
  if (!isWrittenWith(digits, mark)) return undefined
  return Number(mark === 'point' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.'))
}

/**
 * The one decimal mark of a file: the one that more of its numbers are certain to have. Undefined when none is certain and
 * some may have either; `point` when there is nothing to decide.
 */
export function decideMark(counts: Readonly<Record<Writing, number>>): DecimalMark | undefined {
  const { point, comma, either } = counts
  if (point === 0 && comma === 0) return either === 0 ? 'point' : undefined
  return comma > point ? 'comma' : 'point'
}

function isWrittenWith(digits: string, mark: DecimalMark): boolean {
  return DECIMAL[mark].test(digits) || GROUPED[mark].test(digits)
}
