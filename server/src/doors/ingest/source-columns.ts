import type { StoredFieldType } from '#platform/database/tables.ts'
import type { ColumnValues } from '#records/chunks/column.ts'

/** The records that a body has of one source, by column. */
export interface SourceColumns {
  readonly source: string
  /** How many records came, including those that a later one with the same time replaced. */
  readonly count: number
  /** The records have no time: `at` counts from 0, and the time of arrival is added. */
  readonly isTimedByArrival?: true
  /** Epoch milliseconds, each later than the one before. */
  readonly at: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
  readonly types: ReadonlyMap<string, StoredFieldType>
}

/** The most fields of a record whose values are checked one by one. */
export const MOST_PLAIN_FIELDS = 64
export const MOST_PLAIN_TEXT = 16_000
