/** How portal and browser write CSV (RFC 4180), so that a spreadsheet computes nothing of it. */

/** First character of a file for people: without it Excel does not read the file as UTF-8. Programs that read CSV do not want it. */
export const CSV_MARK = '\uFEFF'

/** What a cell can hold. */
export type CsvValue = string | number | boolean | null | undefined

/**
 * The signs that begin a formula, narrow and full-width, after blanks of all kinds and characters that cannot be seen; or a character
 * before one that a spreadsheet drops.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\u200B-\u200F\u2060]*[=+\-@＝＋－＠])/

/**
 * Where a spreadsheet with other settings begins a cell within a text, before a formula: after a semicolon, a tab or a line break.
 * Numbers and lists with dashes are none.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=[ \u00A0\u200B-\u200F\u2060\u3000\uFEFF]*(?:[=@＝＠]|[+\-＋－][^\s\d]))/g

/** A formula that was disarmed behind characters that a spreadsheet drops. */
const DISARMED = /^[\t\r\n]+'/

/** A text that is a negative number computes nothing. */
const NEGATIVE = /^-\d+(\.\d+)?(e[+-]?\d+)?$/

/** One line, its line break included. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** One cell: empty for nothing; what a spreadsheet would compute gets a `'` before it. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const inner = value.replaceAll(FORMULA_WITHIN, "$1'")
  const isSafe = NEGATIVE.test(inner) || (DISARMED.test(inner) && !DISARMED.test(value))
  const text = FORMULA.test(inner) && !isSafe ? `'${inner}` : inner
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
