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

/** By time; of records with the same time the last one stays. */
export function inOrder(
  at: Float64Array,
  columns: ReadonlyMap<string, ColumnValues>,
): { at: Float64Array; columns: ReadonlyMap<string, ColumnValues> } {
  if (at.every((time, index) => index === 0 || time > (at[index - 1] ?? 0))) return { at, columns }
  const order = Array.from(at, (_, index) => index)
    .sort((one, other) => (at[one] ?? 0) - (at[other] ?? 0) || one - other)
    .filter((index, place, all) => at[index] !== at[all[place + 1] ?? -1])
  const pick = (values: ColumnValues): ColumnValues =>
    values instanceof Float64Array
      ? Float64Array.from(order, (index) => values[index] ?? 0)
      : order.map((index) => values[index])
  const ordered = Array.from(columns, ([field, values]) => [field, pick(values)] as const)
  // Drops columns that only replaced records had.
  const left = ordered.filter(([, values]) => values instanceof Float64Array || values.some((one) => one !== undefined))
  return { at: Float64Array.from(order, (index) => at[index] ?? 0), columns: new Map(left) }
}
