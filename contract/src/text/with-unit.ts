import { pageDirection } from './text-locale.ts'

/** U+2066 and U+2069 of the Unicode bidirectional algorithm: what is between them is read from left to right. */
const [START, END] = ['\u2066', '\u2069']

/** A number beside its unit of measure. On a page from right to left, `12 °C` would be read as `°C 12`. */
export function withUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return text
  const both = `${text} ${unit}`
  return pageDirection() === 'rtl' ? START + both + END : both
}
