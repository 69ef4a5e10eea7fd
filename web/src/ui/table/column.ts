import type { ReactNode } from 'react'
import type { CellValue } from './cell-text.ts'

/** One column of a table. */
export interface Column<Row> {
  readonly id: string
  /** Its heading; `id` when left out. Words are capitalised, underscores become spaces. */
  readonly heading?: string
  /** Its heading from the catalogue, shown as it is. */
  readonly title?: string
  /** The unit of measure of its numbers: shown beside the heading, as it is written. */
  readonly unit?: string | undefined
  /** What the cell holds: shown, and sorted by. */
  readonly value: (row: Row) => CellValue
  /** The content of the cell in place of the value: a link, a status, a select to change the value in place. */
  readonly cell?: (row: Row) => ReactNode
  /** Numbers are aligned to the end of their cell. */
  readonly align?: 'start' | 'end'
  /** Whether the heading sorts by this column; true when left out. */
  readonly sortable?: boolean
  /** Kept from sight, as an id is. */
  readonly hidden?: boolean
}

/** One entry of the menu of a row. */
export interface RowAction {
  readonly label: string
  readonly icon?: ReactNode
  /** Takes something away for good. */
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export interface TableSort {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}
