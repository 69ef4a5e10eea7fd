import { pickNumbers, pickRecords } from '#records/chunks/merge-records.ts'
import type { NumberBlock } from './record-reader.ts'

const EMPTY = new Float64Array(0)

/** One block of two with the same columns. Of records with the same time the one of `later` counts. */
export function mergeNumbers(earlier: NumberBlock, later: NumberBlock): NumberBlock {
  if (later.at.length === 0) return earlier
  const picks = pickRecords(earlier, later)
  return {
    at: pickNumbers(picks, earlier.at, later.at),
    columns: earlier.columns.map((column, index) => pickNumbers(picks, column, later.columns[index] ?? EMPTY)),
  }
}

/** Part of a block, over the same memory. */
export function sliceNumbers(block: NumberBlock, from: number, to: number): NumberBlock {
  const { at, columns } = block
  // A view of a small array costs more than its numbers.
  if (from === 0 && to >= at.length) return block
  return { at: at.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}
