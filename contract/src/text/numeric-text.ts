/** The grammar of JSON (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const INTEGER = /^-?\d+$/
/** Longer texts are no measurements. */
const MOST_LETTERS = 64

/**
 * The number in a text of a protocol that has texts alone. Undefined for any other text: leading zeros, and more digits than a number holds,
 * belong to identifiers.
 */
export function readNumber(text: string): number | undefined {
  if (text.length > MOST_LETTERS || !NUMBER.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) && (Number.isSafeInteger(number) || !INTEGER.test(text)) ? number : undefined
}
