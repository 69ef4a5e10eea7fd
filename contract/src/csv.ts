/** How portal and browser write CSV (RFC 4180), so that a spreadsheet computes nothing of it. */

/** Stands first in a file for people: without it Excel takes UTF-8 for something else. Programs that read CSV do not want it. */
export const CSV_MARK = '\uFEFF'

/** What a cell can hold. */
export type CsvValue = string | number | boolean | null | undefined

/** Leading characters that make a spreadsheet take a text for a formula, or that it skips before one. */
const FORMULA = /^[=+\-@\t\r\n]/

/** A text that is a negative number computes nothing. */
const NEGATIVE = /^-\d+(\.\d+)?(e[+-]?\d+)?$/

/** One line, its line break included. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** One cell: empty for nothing; a text that a spreadsheet would compute gets a leading `'`. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) && !NEGATIVE.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
