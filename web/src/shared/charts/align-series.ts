import type { SeriesData } from './series-buffer.ts'

/** Puts several sources on one time axis: every time of any of them once, NaN where a source has no record. */
export function alignSeries(parts: readonly SeriesData[]): SeriesData {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const x = mergeTimes(parts.map((part) => part.x))
  return { x, columns: parts.flatMap((part) => spread(part, x)) }
}

function mergeTimes(all: readonly Float64Array[]): Float64Array {
  const merged = new Float64Array(all.reduce((sum, times) => sum + times.length, 0))
  const positions = all.map(() => 0)
  let length = 0
  for (;;) {
    let next = Infinity
    for (const [index, times] of all.entries()) next = Math.min(next, times[positions[index] ?? 0] ?? Infinity)
    if (next === Infinity) return merged.subarray(0, length)
    merged[length] = next
    length += 1
    for (const [index, times] of all.entries()) {
      const position = positions[index] ?? 0
      if (times[position] === next) positions[index] = position + 1
    }
  }
}

/** The columns of a part on the merged axis. */
function spread(part: SeriesData, x: Float64Array): Float64Array[] {
  const columns = part.columns.map(() => new Float64Array(x.length).fill(Number.NaN))
  let row = 0
  for (let index = 0; index < x.length && row < part.x.length; index += 1) {
    if (x[index] !== part.x[row]) continue
    for (const [position, column] of columns.entries()) column[index] = part.columns[position]?.[row] ?? Number.NaN
    row += 1
  }
  return columns
}
