import type { Db } from '#platform/database/database.ts'
import type { Order, PagePosition, PageRequest, SortedRecord, StoredRecord } from './record-reader.ts'
import { PICK, SELECT } from './chunk-tasks.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { memoryOfBlocks, packBlocks, packPart } from './packed-part.ts'
import { fieldsIn, rangeOf } from './record-conditions.ts'
import { type Place, placeOrder, type SelectedRecord } from './select-records.ts'
import { type Part, ROWS_A_STRETCH, walkParts } from './walk.ts'

interface Source {
  readonly workers: ThreadPool
  readonly sourceKey: number
  readonly signal: AbortSignal | undefined
}

/** A record that may be on the page, and the chunk that it lies in. */
interface Candidate extends SelectedRecord {
  readonly chunk: ChunkDescription | undefined
}

/**
 * Reads a page for which every record of the range may have to be checked: sorted or filtered by a field. Threads decode it and
 * keep the first few of each part; only the records of the page are read as a whole.
 */
export async function scanPage(snapshot: Db, source: Source, request: PageRequest): Promise<SortedRecord[]> {
  const { order, limit } = request
  const byTime = order.field === 'messageUTC'
  const compare = placeOrder(order)
  let found: Candidate[] = []
  for await (const part of partsOf(snapshot, source, request)) {
    source.signal?.throwIfAborted()
    const before = found.length < limit ? undefined : found.at(-1)
    const selected = await select(snapshot, source, request, { part, before })
    if (selected.length === 0) continue
    found = [...found, ...selected.map((record) => ({ ...record, chunk: part.chunk }))].sort(compare).slice(0, limit)
    if (byTime && found.length >= limit) break
  }
  const records = await readFound(snapshot, source, found)
  return found.flatMap((candidate) => {
    const record = records.get(candidate.at)
    return record === undefined ? [] : [{ ...record, value: textOf(order, candidate.value) }]
  })
}

function partsOf(snapshot: Db, { sourceKey }: Source, { conditions, order, after }: PageRequest): AsyncGenerator<Part> {
  const byTime = order.field === 'messageUTC'
  const direction = byTime ? order.direction : 'asc'
  let { start, end } = rangeOf(conditions)
  if (byTime && after !== undefined && direction === 'asc') start = Math.max(start, after.at + 1)
  if (byTime && after !== undefined && direction === 'desc') end = Math.min(end, after.at - 1)
  return walkParts(snapshot, { start, end }, { sourceKey, direction, rowLimit: ROWS_A_STRETCH })
}

async function select(
  snapshot: Db,
  { workers, sourceKey }: Source,
  { conditions, order, after, limit }: PageRequest,
  { part, before }: { part: Part; before: Place | undefined },
): Promise<SelectedRecord[]> {
  const store = createChunkStore(snapshot)
  const packed = await packPart({ store, sourceKey }, part, [...fieldsIn(conditions), order.field])
  const behind = after === undefined ? undefined : { value: valueOf(order, after), at: after.at }
  const beforeThat = before && { value: before.value, at: before.at }
  const selection = { part: packed, conditions, order, after: behind, before: beforeThat, limit }
  return workers.run(SELECT, selection, memoryOfBlocks(packed.chunk))
}

/** The found records, by their time. */
async function readFound(
  snapshot: Db,
  { workers, sourceKey, signal }: Source,
  found: readonly Candidate[],
): Promise<ReadonlyMap<number, StoredRecord>> {
  const store = createChunkStore(snapshot)
  const records = new Map<number, StoredRecord>()
  for (const [chunk, inChunk] of Map.groupBy(found, (candidate) => candidate.chunk)) {
    signal?.throwIfAborted()
    const places: number[] = []
    for (const { at, stored } of inChunk) {
      if (typeof stored === 'number') places.push(stored)
      else records.set(at, stored)
    }
    if (chunk === undefined || places.length === 0) continue
    const blocks = await packBlocks({ store, sourceKey }, chunk, [...chunk.levels.keys()])
    for (const record of await workers.run(PICK, { sourceKey, blocks, places }, memoryOfBlocks(blocks))) {
      records.set(record.at, record)
    }
  }
  return records
}

function valueOf({ field }: Order, { value }: PagePosition): Place['value'] {
  if (field === 'messageUTC') return null
  return field === 'recieveUTC' ? Number(value) : (JSON.parse(value) as Place['value'])
}

function textOf({ field }: Order, value: Place['value']): string {
  return field === 'messageUTC' ? '' : JSON.stringify(value)
}
