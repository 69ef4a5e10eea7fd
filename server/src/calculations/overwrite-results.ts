import type { DataRecord, FieldValue } from '@fieldwatch/contract/data'
import type { Bus } from '#bus/bus.ts'
import type { ChunkDescription } from '#chunk-store/chunk-description.ts'
import { createChunkStore } from '#chunk-store/chunk-store.ts'
import type { ChunkWorkers } from '#chunk-store/chunk-workers.ts'
import { type NewRecords, overwriteChunk } from '#chunk-store/overwrite-chunk.ts'
import { firstAtOrAfter } from '#chunk-store/walk.ts'
import type { Db } from '#database/database.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Clock } from '#time/clock.ts'
import { type ClaimedCalculation, createComputationStore } from './computation-store.ts'

export interface OverwritingParts {
  readonly db: Db
  readonly workers: ChunkWorkers
  readonly bus: Bus
  readonly clock: Clock
  readonly metrics: Metrics
}

/**
 * Stores results that change much of a chunk by making the chunk anew, each chunk in a transaction of its own: as rows they would cost
 * several times as much, and their compaction as much again. Returns the others. Fewer than `fewest` in a chunk are left to compaction.
 */
export async function overwriteResults(
  parts: OverwritingParts,
  calculation: ClaimedCalculation,
  results: NewRecords,
  fewest: number,
): Promise<NewRecords> {
  const { at } = results
  if (at.length < fewest) return results
  const left: NewRecords[] = []
  let done = 0
  for (const chunk of await createChunkStore(parts.db).list(calculation.key, rangeOf(at))) {
    const from = firstAtOrAfter(at, chunk.startAt)
    const to = firstAtOrAfter(at, chunk.endAt + 1)
    if (!chunk.hasRecords || to - from < fewest) continue
    if (!(await overwrite(parts, calculation, chunk, sliceOf(results, from, to)))) continue
    left.push(sliceOf(results, done, from))
    done = to
  }
  return joined([...left, sliceOf(results, done, at.length)])
}

/** False when somebody else is at the chunk. */
async function overwrite(
  { db, workers, bus, clock, metrics }: OverwritingParts,
  { key, dataId, name }: ClaimedCalculation,
  chunk: ChunkDescription,
  results: NewRecords,
): Promise<boolean> {
  let receivedAt = 0
  const chunks = await db.transaction().execute((tx) => {
    const arrive = async () => (receivedAt = await createComputationStore(tx).arrive(key, clock()))
    return overwriteChunk({ tx, workers, sourceKey: key }, chunk, results, arrive)
  })
  if (chunks === undefined) return false
  metrics.chunksWritten.inc({ by: 'correction' }, chunks)
  let written: DataRecord[] | undefined
  bus.publish('records', {
    dataId,
    subject: name,
    receivedAt,
    get records() {
      return (written ??= writtenOut(results, receivedAt))
    },
  })
  return true
}

function writtenOut({ at, columns }: NewRecords, receivedAt: number): DataRecord[] {
  const recieveUTC = new Date(receivedAt).toISOString()
  return Array.from(at, (time, index) => {
    const record: DataRecord = { messageUTC: new Date(time).toISOString(), recieveUTC }
    const fields: Record<string, FieldValue> = record
    for (const [field, values] of columns) fields[field] = values[index] ?? null
    return record
  })
}

function rangeOf(at: Float64Array): { start: number; end: number } {
  return { start: at[0] ?? 0, end: at.at(-1) ?? 0 }
}

function sliceOf({ at, columns }: NewRecords, from: number, to: number): NewRecords {
  return {
    at: at.slice(from, to),
    columns: new Map(Array.from(columns, ([field, values]) => [field, values.slice(from, to)])),
  }
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
