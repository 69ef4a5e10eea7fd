import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { StoredFieldType } from '#platform/database/tables.ts'
import type { ColumnValue, ColumnValues } from '#records/chunks/column.ts'
import { typeOfValue, widen } from './field-types.ts'

export type ColumnGatherer = ReturnType<typeof createColumnGatherer>

export interface GatheredColumn {
  /** Set while every record has a number. */
  numbers: Float64Array | undefined
  values: ColumnValue[]
  filled: number
  type: StoredFieldType | undefined
}

/** Collects values record by record and returns them by column, for up to `capacity` records. Columns of numbers without gaps stay Float64Arrays. */
export function createColumnGatherer(firstCapacity: number) {
  let capacity = firstCapacity
  const columns = new Map<string, GatheredColumn>()
  return {
    /** How many columns there are so far. */
    get size() {
      return columns.size
    },

    columnOf: (field: string): GatheredColumn => {
      const known = columns.get(field)
      if (known !== undefined) return known
      const column: GatheredColumn = { numbers: new Float64Array(capacity), values: [], filled: 0, type: undefined }
      columns.set(field, column)
      return column
    },

    /** Makes room for more records than at first. */
    makeRoom: (larger: number): void => {
      capacity = larger
      for (const column of columns.values()) {
        if (column.numbers === undefined) continue
        const numbers = new Float64Array(capacity)
        numbers.set(column.numbers)
        column.numbers = numbers
      }
    },

    /** The first `count` records. */
    finish: (count: number) => {
      const gathered = new Map<string, ColumnValues>()
      const types = new Map<string, StoredFieldType>()
      for (const [field, column] of columns) {
        if (column.filled < count) leaveOut(column, count)
        gathered.set(field, column.numbers?.subarray(0, count) ?? column.values)
        if (column.type !== undefined) types.set(field, column.type)
      }
      return { columns: gathered, types }
    },
  }
}

/** Sets the value of a record; records are filled in order. */
export function putInto(column: GatheredColumn, index: number, value: FieldValue): void {
  if (typeof value === 'number') putNumber(column, index, value)
  else {
    widenBy(column, value)
    putValue(column, index, value)
  }
}

export function putNumber(column: GatheredColumn, index: number, value: number): void {
  if (column.type !== 'float') widenBy(column, value)
  // Turns -0 into 0: the database does not store it.
  const kept = value + 0
  if (column.numbers !== undefined && (column.filled === index || column.filled === index + 1)) {
    column.numbers[index] = kept
    column.filled = index + 1
  } else putValue(column, index, kept)
}

function putValue(column: GatheredColumn, index: number, value: FieldValue): void {
  leaveOut(column, index)
  column.values[index] = value
  column.filled = index + 1
}

/** Turns the column into a list of any values. */
function leaveOut(column: GatheredColumn, until: number): void {
  if (column.numbers !== undefined) {
    column.values = Array.from(column.numbers.subarray(0, column.filled))
    column.numbers = undefined
  }
  for (let index = column.filled; index < until; index += 1) column.values[index] = undefined
  column.filled = Math.max(column.filled, until)
}

function widenBy(column: GatheredColumn, value: FieldValue): void {
  const type = typeOfValue(value)
  if (type !== undefined) column.type = widen(column.type, type)
}
