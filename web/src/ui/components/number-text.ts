import { t } from '#platform/texts.ts'

import { decimalSeparator } from '@fieldwatch/contract/text/text-locale'

/** What is said of a text that is no number. */
export function notANumber(): string {
  return t('ui.number.invalid', { example: 1.5 })
}

const NUMBER = /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i
/** Where decimals follow a comma, a point may group thousands: `1.500`. */
const GROUPED = /^[-+]?\d{1,3}\.\d{3}$/

/**
 * The number of a typed text; none for an empty text, NaN for anything else. No part of it is ignored. Where decimals follow a comma, a
 * point is read as one too, unless it may group thousands.
 */
export function numberOfText(text: string, separator: string = decimalSeparator()): number | '' {
  const typed = text.trim()
  if (typed === '') return ''
  const isComma = separator === ','
  if (isComma && GROUPED.test(typed)) return Number.NaN
  const plain = isComma ? typed.replace(',', '.') : typed
  const value = NUMBER.test(plain) ? Number(plain) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}

/** A number as it is typed: exact, and not grouped. */
export function textOfNumber(value: number | '', separator: string = decimalSeparator()): string {
  return String(value).replace('.', separator)
}
