import type { Db } from '#database/database.ts'
import type { ArrivalsRequest, ArrivedRequest, StoredRecord } from '#telemetry/record-reader.ts'
import { createRecordStore } from '#telemetry/record-store.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { ALL_TIME } from './record-conditions.ts'
import { stretchOfChunk } from './stretch.ts'
import { readRows, ROWS_A_STRETCH, walk } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  readonly sourceKey: number
}

/** Records by time of those that had arrived at a moment. */
export async function readArrived(
  snapshot: Db,
  source: Source,
  { from, after, arrivedBy, limit }: ArrivedRequest,
): Promise<StoredRecord[]> {
  const start = Math.max(ALL_TIME.start, from, after === undefined ? ALL_TIME.start : after + 1)
  const found: StoredRecord[] = []
  const rowLimit = Math.min(limit, ROWS_A_STRETCH)
  for await (const stretch of walk(snapshot, { ...ALL_TIME, start }, { ...source, direction: 'asc', rowLimit })) {
    const matches: number[] = []
    for (let index = 0; index < stretch.at.length && found.length + matches.length < limit; index += 1) {
      if ((stretch.receivedAt[index] ?? 0) <= arrivedBy) matches.push(index)
    }
    if (matches.length > 0) await stretch.load('all')
    for (const index of matches) found.push(stretch.recordAt(index))
    if (found.length >= limit) break
  }
  return found
}

/** Records in the order of arrival, then by time, from behind a position on. */
export async function readArrivals(
  snapshot: Db,
  { loader, sourceKey }: Source,
  request: ArrivalsRequest,
): Promise<StoredRecord[]> {
  const { receivedAfter, at, limit } = request
  const store = createChunkStore(snapshot)
  let found = await createRecordStore(snapshot).readArrivals(sourceKey, request)
  for (const description of await store.listArrivedSince(sourceKey, receivedAfter)) {
    const last = found[limit - 1]
    if (last !== undefined && last.receivedAt < description.firstReceivedAt) break
    const range = { start: description.startAt, end: description.endAt }
    const replaced = new Set(
      (await readRows(snapshot, { sourceKey, range, direction: 'asc', limit: 2 ** 31 - 1 })).map((row) => row.at),
    )
    const chunk = await loader.load(store, { sourceKey, description, fields: [] })
    const matches: StoredRecord[] = []
    const stretch = stretchOfChunk(chunk, (fields) => loader.load(store, { sourceKey, description, fields }))
    const places = indicesByArrival(chunk.receivedAt, chunk.at)
      .filter((index) => {
        const received = chunk.receivedAt[index] ?? 0
        const time = chunk.at[index] ?? 0
        const isLater = received > receivedAfter || (received === receivedAfter && at !== undefined && time > at)
        return isLater && !replaced.has(time)
      })
      .slice(0, limit)
    if (places.length > 0) await stretch.load('all')
    for (const index of places) matches.push(stretch.recordAt(index))
    found = [...found, ...matches].sort(byArrival).slice(0, limit)
  }
  return found
}

function byArrival(one: StoredRecord, other: StoredRecord): number {
  return one.receivedAt - other.receivedAt || one.at - other.at
}

/** The records of a chunk in the order of arrival; in that of time they are already. */
function indicesByArrival(receivedAt: Float64Array, at: Float64Array): number[] {
  const indices = Array.from(at, (_, index) => index)
  const isSorted = receivedAt.every((received, index) => index === 0 || received >= (receivedAt[index - 1] ?? 0))
  return isSorted
    ? indices
    : indices.sort(
        (one, other) => (receivedAt[one] ?? 0) - (receivedAt[other] ?? 0) || (at[one] ?? 0) - (at[other] ?? 0),
      )
}
