import type { Db } from '#platform/database/database.ts'
import type { ArrivalsRequest, ArrivalTimes, ArrivedByRequest, StoredRecord } from './record-reader.ts'
import { createRecordStore } from './record-store.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { keepFirst } from './first-in-order.ts'
import { ALL_TIME } from './record-conditions.ts'
import { type Stretch, stretchOfChunk, stretchOfRows } from './stretch.ts'
import { ROWS_A_STRETCH, walk } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  readonly sourceKey: number
}

/** Records by time of those that had arrived at a moment. */
export async function readArrivedBy(
  snapshot: Db,
  source: Source,
  { from, after, arrivedBy, limit }: ArrivedByRequest,
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
export async function readArrivals(snapshot: Db, source: Source, request: ArrivalsRequest): Promise<StoredRecord[]> {
  const rows = await createRecordStore(snapshot).readArrivals(source.sourceKey, request)
  const arrivals = await findArrivals(snapshot, source, request, stretchOfRows(rows))
  for (const stretch of new Set(arrivals.map((arrival) => arrival.stretch))) await stretch.load('all')
  return arrivals.map(({ stretch, index }) => stretch.recordAt(index))
}

/** As `readArrivals`, without their fields. */
export async function readArrivalTimes(snapshot: Db, source: Source, request: ArrivalsRequest): Promise<ArrivalTimes> {
  const rows = await createRecordStore(snapshot).readArrivalTimes(source.sourceKey, request)
  const arrivals = await findArrivals(snapshot, source, request, rows)
  return {
    at: Float64Array.from(arrivals, ({ stretch, index }) => stretch.at[index] ?? 0),
    receivedAt: Float64Array.from(arrivals, ({ stretch, index }) => stretch.receivedAt[index] ?? 0),
  }
}

/** A record, and where it is stored. */
interface Arrival<Stored extends ArrivalTimes> {
  readonly stretch: Stored
  readonly index: number
}

/** The first arrivals behind a position, of the given rows and of chunks. */
async function findArrivals<Stored extends ArrivalTimes>(
  snapshot: Db,
  source: Source,
  request: ArrivalsRequest,
  rows: Stored,
): Promise<Arrival<Stored | Stretch>[]> {
  const { loader, sourceKey } = source
  const store = createChunkStore(snapshot)
  let found: Arrival<Stored | Stretch>[] = Array.from(rows.at, (_, index) => ({ stretch: rows, index }))
  for (const description of await store.listArrivedSince(sourceKey, request)) {
    const last = found[request.limit - 1]
    if (last !== undefined && receivedAtOf(last) < description.firstReceivedAt) break
    const load = (fields: readonly string[]) => loader.load(store, { sourceKey, description, fields })
    const stretch = stretchOfChunk(await load([]), load)
    const matches = await findInChunk(snapshot, source, request, stretch)
    if (matches.length > 0) found = [...found, ...matches].sort(byArrival).slice(0, request.limit)
  }
  return found
}

/** The first records of a chunk that arrived behind a position, except those that a row has replaced. */
async function findInChunk(
  snapshot: Db,
  { sourceKey }: Source,
  { receivedAfter, at, limit }: ArrivalsRequest,
  stretch: Stretch,
): Promise<Arrival<Stretch>[]> {
  const isBehind = (index: number): boolean => {
    const received = stretch.receivedAt[index] ?? 0
    return received > receivedAfter || (received === receivedAfter && at !== undefined && (stretch.at[index] ?? 0) > at)
  }
  if (!stretch.at.some((_, index) => isBehind(index))) return []
  const range = { from: stretch.at[0] ?? 0, to: (stretch.at.at(-1) ?? 0) + 1 }
  const replaced = new Set(await createRecordStore(snapshot).readTimes(sourceKey, range))
  const first = keepFirst<Arrival<Stretch>>(limit, byArrival)
  for (const [index, time] of stretch.at.entries()) {
    if (isBehind(index) && !replaced.has(time)) first.add({ stretch, index })
  }
  return first.finish()
}

function byArrival(one: Arrival<ArrivalTimes>, other: Arrival<ArrivalTimes>): number {
  return (
    receivedAtOf(one) - receivedAtOf(other) || (one.stretch.at[one.index] ?? 0) - (other.stretch.at[other.index] ?? 0)
  )
}

function receivedAtOf({ stretch, index }: Arrival<ArrivalTimes>): number {
  return stretch.receivedAt[index] ?? 0
}
