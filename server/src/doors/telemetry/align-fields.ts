import type { DrawnPoints } from '#records/chunks/m4.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'

/** Aligns the points of several fields on one axis with each time once; NaN where a field has no point. */
export function alignFields(fields: readonly DrawnPoints[]): NumberBlock {
  const at = unionOfTimes(fields.map((field) => field.at))
  return { at, columns: fields.map((field) => spread(field, at)) }
}

function unionOfTimes(times: readonly Float64Array[]): Float64Array {
  const distinct = new Set(times)
  const [only] = distinct
  if (only !== undefined && distinct.size === 1) return only
  return [...distinct].reduce(mergeTimes, new Float64Array(0))
}

/** Both ascending, each time once. */
function mergeTimes(one: Float64Array, other: Float64Array): Float64Array {
  const merged = new Float64Array(one.length + other.length)
  let length = 0
  let left = 0
  let right = 0
  while (left < one.length && right < other.length) {
    const leftAt = one[left] as number
    const rightAt = other[right] as number
    if (leftAt <= rightAt) left += 1
    if (rightAt <= leftAt) right += 1
    merged[length] = Math.min(leftAt, rightAt)
    length += 1
  }
  const rest = left < one.length ? one.subarray(left) : other.subarray(right)
  merged.set(rest, length)
  return merged.subarray(0, length + rest.length)
}

function spread({ at, values }: DrawnPoints, t: Float64Array): Float64Array {
  if (at === t) return values
  const column = new Float64Array(t.length).fill(Number.NaN)
  let place = 0
  for (let index = 0; index < at.length; index += 1) {
    while ((t[place] as number) < (at[index] as number)) place += 1
    column[place] = values[index] as number
  }
  return column
}
