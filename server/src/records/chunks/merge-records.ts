import type { ChunkRecords } from './chunk.ts'
import type { ColumnValues, ColumnValue } from './column.ts'

/**
 * One ordered stretch from two. Of two records with the same time the one that arrived later wins as a whole, fields that
 * only the other one has are gone with it; of two that arrived at once, the one of `later`.
 */
export function mergeRecords(earlier: ChunkRecords, later: ChunkRecords): ChunkRecords {
  const picks = pickRecords(earlier, later)
  const columns = new Map<string, ColumnValues>()
  for (const field of new Set([...earlier.columns.keys(), ...later.columns.keys()])) {
    const values = pickValues(picks, earlier.columns.get(field) ?? [], later.columns.get(field) ?? [])
    if (values.some((value) => value !== undefined)) columns.set(field, values)
  }
  return {
    at: pickNumbers(picks, earlier.at, later.at),
    receivedAt: pickNumbers(picks, earlier.receivedAt, later.receivedAt),
    columns,
  }
}

/** For each record of a merged whole which of both sides it is from, and its place there. */
interface Picks {
  readonly isLater: Uint8Array
  readonly places: Uint32Array
}

interface Times {
  readonly at: Float64Array
  readonly receivedAt?: Float64Array
}

/**
 * Chooses from two sides that are ordered by time. Of records with the same time the later arrival wins, and of equal or unknown
 * arrivals the one of `later`.
 */
export function pickRecords(earlier: Times, later: Times): Picks {
  const most = earlier.at.length + later.at.length
  const isLater = new Uint8Array(most)
  const places = new Uint32Array(most)
  let count = 0
  let left = 0
  let right = 0
  while (left < earlier.at.length || right < later.at.length) {
    const leftAt = earlier.at[left] ?? Infinity
    const rightAt = later.at[right] ?? Infinity
    const picksLater =
      rightAt < leftAt || (rightAt === leftAt && (later.receivedAt?.[right] ?? 0) >= (earlier.receivedAt?.[left] ?? 0))
    isLater[count] = picksLater ? 1 : 0
    places[count] = picksLater ? right : left
    count += 1
    if (leftAt <= rightAt) left += 1
    if (rightAt <= leftAt) right += 1
  }
  return { isLater: isLater.subarray(0, count), places: places.subarray(0, count) }
}

/** The picked numbers of two sides. */
export function pickNumbers({ isLater, places }: Picks, earlier: Float64Array, later: Float64Array): Float64Array {
  const numbers = new Float64Array(places.length)
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = (isLater[index] === 1 ? later : earlier)[places[index] ?? 0] ?? 0
  }
  return numbers
}

function pickValues({ isLater, places }: Picks, earlier: ColumnValues, later: ColumnValues): ColumnValue[] {
  const values: ColumnValue[] = []
  for (let index = 0; index < places.length; index += 1) {
    values.push((isLater[index] === 1 ? later : earlier)[places[index] ?? 0])
  }
  return values
}
