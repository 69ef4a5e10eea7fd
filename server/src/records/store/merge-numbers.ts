import type { NumberBlock } from './record-reader.ts'

/** One block of two with the same columns. Of records with the same time the one of `later` counts. */
export function mergeNumbers(earlier: NumberBlock, later: NumberBlock): NumberBlock {
  if (later.at.length === 0) return earlier
  const length = earlier.at.length + later.at.length
  const at = new Float64Array(length)
  const columns = earlier.columns.map(() => new Float64Array(length))
  let count = 0
  let left = 0
  let right = 0
  while (left < earlier.at.length || right < later.at.length) {
    const leftAt = earlier.at[left] ?? Infinity
    const rightAt = later.at[right] ?? Infinity
    const [side, place] = rightAt <= leftAt ? [later, right] : [earlier, left]
    at[count] = Math.min(leftAt, rightAt)
    for (const [index, column] of columns.entries()) column[count] = side.columns[index]?.[place] ?? Number.NaN
    count += 1
    if (leftAt <= rightAt) left += 1
    if (rightAt <= leftAt) right += 1
  }
  return sliceNumbers({ at, columns }, 0, count)
}

/** Part of a block, over the same memory. */
export function sliceNumbers({ at, columns }: NumberBlock, from: number, to: number): NumberBlock {
  return { at: at.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}
