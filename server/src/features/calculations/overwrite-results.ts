import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { type NewRecords, overwriteChunk, type Overwritten, sliceOf } from '#records/store/overwrite-chunk.ts'
import type { Platform } from '#platform/floor.ts'
import { type Arrival, type ClaimedCalculation, createComputationStore } from './computation-store.ts'

interface OverwritingParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'metrics'> {
  readonly workers: ThreadPool
}

/**
 * Stores results that change much of a chunk by rewriting the chunk, each in its own transaction: writing rows and
 * compacting them would cost several times as much. Returns the others. Fewer than `fewest` results in a chunk are left to
 * compaction.
 */
export async function overwriteResults(
  parts: OverwritingParts,
  calculation: ClaimedCalculation,
  results: NewRecords,
  fewest: number,
): Promise<NewRecords> {
  const others: NewRecords[] = []
  let left = results
  while (left.at.length >= fewest) {
    const found = await overwriteNext(parts, calculation, left, fewest)
    if (found === undefined) break
    others.push(sliceOf(left, 0, found.from))
    left = sliceOf(left, found.to, left.at.length)
  }
  return joined([...others, left])
}

async function overwriteNext(
  { db, workers, bus, clock, metrics }: OverwritingParts,
  calculation: ClaimedCalculation,
  results: NewRecords,
  fewest: number,
): Promise<Overwritten | undefined> {
  const { key } = calculation
  let arrival: Arrival | undefined
  const found = await db.transaction().execute((tx) => {
    const arrive = async () => {
      arrival = await createComputationStore(tx).arrive(key, clock())
      return arrival.receivedAt
    }
    return overwriteChunk({ tx, workers, sourceKey: key }, results, { fewest, arrive })
  })
  if (found === undefined) return undefined
  metrics.chunksWritten.inc({ by: 'correction' }, found.chunks)
  const { dataId, name: source } = calculation
  if (arrival !== undefined) bus.publish('records', { dataId, source, ...arrival, count: found.to - found.from })
  return found
}

function joined(parts: readonly NewRecords[]): NewRecords {
  const some = parts.filter(({ at }) => at.length > 0)
  const [only] = some
  if (only !== undefined && some.length === 1) return only
  const fields = [...(only?.columns.keys() ?? [])]
  return {
    at: Float64Array.from(some.flatMap(({ at }) => [...at])),
    columns: new Map(fields.map((field) => [field, some.flatMap(({ columns }) => [...(columns.get(field) ?? [])])])),
  }
}
