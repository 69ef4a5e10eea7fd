/** Rows a page that a person may choose from (specification, document 2, section 9). */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const

export const DEFAULT_PAGE_SIZE = 10

export const MOST_PAGE_BUTTONS = 5

/** A page of rows that is looked at; the first page is 1. */
export interface TablePage {
  readonly page: number
  readonly pageSize: number
}

/** How many pages there are: one at least, so that an empty table is on page 1. */
export function pageCountOf(rowCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rowCount / pageSize))
}

/** The numbers on the page buttons: at most five, consecutive, around the current page as far as there are pages. */
export function pageButtons(page: number, pageCount: number): number[] {
  const shown = Math.min(MOST_PAGE_BUTTONS, pageCount)
  const first = clamp(page - Math.floor(MOST_PAGE_BUTTONS / 2), 1, pageCount - shown + 1)
  return Array.from({ length: shown }, (_, index) => first + index)
}

/** The page that exists: rows may have gone since the page was chosen. */
export function existingPage({ page, pageSize }: TablePage, rowCount: number): number {
  return clamp(page, 1, pageCountOf(rowCount, pageSize))
}

/** Another number of rows a page; the row that stood first stays on the page. */
export function withPageSize({ page, pageSize }: TablePage, nextSize: number): TablePage {
  return { page: Math.floor(((page - 1) * pageSize) / nextSize) + 1, pageSize: nextSize }
}

/** The page that was typed to go to, or the nearest one; undefined for what is no number. */
export function pageOfText(text: string, pageCount: number): number | undefined {
  const typed = text.trim().replaceAll(',', '')
  return /^\d+$/.test(typed) ? clamp(Number(typed), 1, pageCount) : undefined
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
