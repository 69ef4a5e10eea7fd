import { compareNaturally } from '@fieldwatch/contract/text/natural-order'

/** What a column reads from a row. */
export type CellValue = string | number | boolean | null | undefined

/** The text of a cell that holds nothing. */
export const EMPTY_CELL = '--'

/** The heading of a column: words capitalised, underscores as spaces. Symbols such as `pH` and `mA` stay as they are. */
export function headingText(name: string): string {
  return name
    .replaceAll('_', ' ')
    .trim()
    .replaceAll(
      /(^|\s)(\p{L})(?!(?<=\p{Ll})\p{Lu})/gu,
      (_match, space: string, letter: string) => space + letter.toUpperCase(),
    )
}

export function cellText(value: CellValue): string {
  return isEmpty(value) ? EMPTY_CELL : String(value)
}

/** Orders cells: numbers by size, text as people count (`Pump 2` before `Pump 10`), nothing last. */
export function compareCells(a: CellValue, b: CellValue): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareNaturally(String(a), String(b))
}

export function isEmpty(value: CellValue): value is '' | null | undefined {
  return value === undefined || value === null || value === ''
}
