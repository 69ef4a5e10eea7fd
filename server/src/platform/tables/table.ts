import type { CsvValue } from '@fieldwatch/contract/text/csv'

/** A cell of a table that is downloaded; a `Date` is a moment. */
export type TableCell = CsvValue | Date

export interface Table {
  readonly headings: readonly string[]
  /** Rows as they are read, a few hundred at a time. */
  readonly blocks: AsyncIterable<readonly (readonly TableCell[])[]>
}
