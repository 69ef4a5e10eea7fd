/** What is said of a text that is no number. */
export const NOT_A_NUMBER = 'This is not a number. Write it like 12 or 1.5.'

const NUMBER = /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i

/** The number of a typed text; none for an empty text, NaN for anything else. No part of it is ignored. */
export function numberOfText(text: string): number | '' {
  const typed = text.trim()
  if (typed === '') return ''
  const value = NUMBER.test(typed) ? Number(typed) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}
