import type { ChunkRecords } from './chunk.ts'
import type { ColumnValues, ColumnValue } from './column.ts'

/**
 * One ordered stretch from two. Of two records with the same time the one that arrived later wins as a whole, fields that
 * only the other one has are gone with it; of two that arrived at once, the one of `later`.
 */
export function mergeRecords(earlier: ChunkRecords, later: ChunkRecords): ChunkRecords {
  const picks = pickRecords(earlier, later)
  const at = new Float64Array(picks.length)
  const receivedAt = new Float64Array(picks.length)
  picks.forEach(({ side, index }, position) => {
    at[position] = side.at[index] ?? 0
    receivedAt[position] = side.receivedAt[index] ?? 0
  })
  const columns = new Map<string, ColumnValues>()
  for (const field of new Set([...earlier.columns.keys(), ...later.columns.keys()])) {
    const values = picks.map(({ side, index }): ColumnValue => side.columns.get(field)?.[index])
    if (values.some((value) => value !== undefined)) columns.set(field, values)
  }
  return { at, receivedAt, columns }
}

interface Pick {
  side: ChunkRecords
  index: number
}

function pickRecords(earlier: ChunkRecords, later: ChunkRecords): Pick[] {
  const picks: Pick[] = []
  let left = 0
  let right = 0
  while (left < earlier.at.length || right < later.at.length) {
    const leftAt = earlier.at[left] ?? Infinity
    const rightAt = later.at[right] ?? Infinity
    const pickLater =
      rightAt < leftAt || (rightAt === leftAt && (later.receivedAt[right] ?? 0) >= (earlier.receivedAt[left] ?? 0))
    picks.push(pickLater ? { side: later, index: right } : { side: earlier, index: left })
    if (leftAt <= rightAt) left += 1
    if (rightAt <= leftAt) right += 1
  }
  return picks
}
