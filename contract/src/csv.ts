/** The one way in which portal and browser write CSV (RFC 4180), and keep a spreadsheet from computing what they write. */

/** Stands first in a file for people: without it Excel takes UTF-8 for something else. Programs that read CSV do not want it. */
export const CSV_MARK = '\uFEFF'

/** What a cell can hold. */
export type CsvValue = string | number | boolean | null | undefined

/** Characters with which a spreadsheet takes a text for a formula, or passes over to find one. */
const FORMULA = /^[=+\-@\t\r\n]/

/** A negative number is a number in a text too, and computes nothing. */
const NEGATIVE = /^-\d+(\.\d+)?(e[+-]?\d+)?$/

/** One line, its line break included. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** One cell: empty for nothing; a text that a spreadsheet would compute gets a `'` in front. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) && !NEGATIVE.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
