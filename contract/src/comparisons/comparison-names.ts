/** What can be named, in the order in which it is offered. */
export const COMPARISONS = ['previous', 'last-week', 'four-weeks-ago', 'last-month', 'last-year'] as const
export type NamedComparison = (typeof COMPARISONS)[number]

/** A day on which the compared period begins, such as `2026-03-01`. */
type ComparedDay = `${number}-${number}-${number}`

export type Comparison = NamedComparison | ComparedDay

const DAY_TEXT = /^(\d{4})-(\d\d)-(\d\d)$/

/** Undefined for a text that names no comparison. */
export function parsePeriodComparison(text: string): Comparison | undefined {
  const named = COMPARISONS.find((one) => one === text)
  return named ?? (isComparedDay(text) ? text : undefined)
}

export function isComparedDay(text: string): text is ComparedDay {
  const match = DAY_TEXT.exec(text)
  if (match === null) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && at >= 0 && new Date(at).toISOString().startsWith(text)
}
