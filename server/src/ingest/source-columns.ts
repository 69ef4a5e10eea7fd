import type { FieldType } from '@fieldwatch/contract/data'
import type { ColumnValues } from '#chunks/column.ts'

/** The records that a body has of one source, by column. */
export interface SourceColumns {
  readonly source: string
  /** How many records there were, those included that another one with the same time replaced. */
  readonly count: number
  /** Epoch milliseconds, each later than the one before. */
  readonly at: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
  readonly types: ReadonlyMap<string, FieldType>
}

/** The most values that are held by column: fields that hardly any record has would take more than the records. */
export const MOST_VALUES = 4_000_000

/** What a record has at the most for its values to be looked at one by one. */
export const MOST_PLAIN_FIELDS = 64
export const MOST_PLAIN_TEXT = 16_000
