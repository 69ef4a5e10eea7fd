import type { FieldValue } from '@fieldwatch/contract/data'

/** Characters with which a spreadsheet takes a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One line of CSV (RFC 4180), its line break included. A text that a spreadsheet would compute gets a `'` in front. */
export function csvLine(values: readonly (FieldValue | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
