import { LRUCache } from 'lru-cache'
import type { ColumnValue } from '#records/chunks/column.ts'
import { decodeColumn, decodeNumbers } from '#records/chunks/column.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { decodeArrivals, decodeTimes } from '#records/chunks/times.ts'
import { blockLabel, type ChunkDescription, versionOf } from './chunk-description.ts'
import type { ChunkStore } from './chunk-store.ts'
import { createBreaks } from './breaks.ts'

/** The decoded part of a chunk. */
export interface DecodedChunk {
  readonly description: ChunkDescription
  readonly at: Float64Array
  readonly receivedAt: Float64Array
  /** The columns that were asked for so far, with one value for each record. */
  readonly columns: Map<string, readonly ColumnValue[]>
}

/** The part of the chunk store that blocks are read from. */
export type BlockStore = Pick<ChunkStore, 'readTimes' | 'readColumns'>

export interface ChunkLoader {
  /** A chunk with at least these columns; a field without a column in it has none. */
  load(store: ChunkStore, chunk: WantedChunk): Promise<DecodedChunk>
}

export interface WantedChunk {
  readonly sourceKey: number
  readonly description: ChunkDescription
  readonly fields: readonly string[]
}

/** The most decoded values that are cached: some 24 MB. */
const KEPT_VALUES = 3_000_000

/** Reads and decodes chunks, and caches the last ones: pages and streams ask for the same chunk again and again. */
export function createChunkLoader(keptValues = KEPT_VALUES): ChunkLoader {
  const kept = new LRUCache<string, DecodedChunk>({ maxSize: keptValues, sizeCalculation: sizeOf })
  return {
    load: async (store, { sourceKey, description, fields }) => {
      const key = `${sourceKey}/${versionOf(description)}`
      const chunk = kept.get(key) ?? (await decodeWithoutColumns(store, sourceKey, description))
      await addColumns(store, sourceKey, chunk, fields)
      // Removes the entry and sets it again: it may have gained columns, and is only weighed when set.
      kept.delete(key)
      kept.set(key, chunk)
      return chunk
    },
  }
}

/** The numbers of a column as they are drawn. Throws DamagedBlockError. */
export function decodeColumnNumbers(block: Buffer, count: number, label: string): Float64Array {
  return complete(decodeNumbers(block, label), count, label)
}

/** The times of a chunk. Throws DamagedBlockError. */
export async function decodeTimesOf(
  store: BlockStore,
  sourceKey: number,
  { startAt, count }: ChunkDescription,
): Promise<{ at: Float64Array; arrivals: Buffer | undefined }> {
  const label = blockLabel(sourceKey, startAt, 'times')
  const blocks = await readTimeBlocks(store, sourceKey, { startAt })
  return { at: complete(decodeTimes(blocks.times, label), count, label), arrivals: blocks.arrivals }
}

/** Throws DamagedBlockError when they are missing. */
export async function readTimeBlocks(
  store: BlockStore,
  sourceKey: number,
  { startAt }: Pick<ChunkDescription, 'startAt'>,
): Promise<{ times: Buffer; arrivals: Buffer | undefined }> {
  const blocks = await store.readTimes(sourceKey, startAt)
  if (blocks === undefined) throw new DamagedBlockError(blockLabel(sourceKey, startAt, 'times'), 'it is missing')
  return blocks
}

async function decodeWithoutColumns(
  store: ChunkStore,
  sourceKey: number,
  description: ChunkDescription,
): Promise<DecodedChunk> {
  const { at, arrivals } = await decodeTimesOf(store, sourceKey, description)
  const receivedAt = arrivalsOfChunk(arrivals, at, { sourceKey, description })
  return { description, at, receivedAt, columns: new Map() }
}

/** When the records of a chunk arrived; without a block all of them did at once. Throws DamagedBlockError. */
export function arrivalsOfChunk(
  block: Buffer | undefined,
  at: Float64Array,
  { sourceKey, description }: Pick<WantedChunk, 'sourceKey' | 'description'>,
): Float64Array {
  return block === undefined
    ? new Float64Array(at.length).fill(description.firstReceivedAt)
    : decodeArrivals(block, at, blockLabel(sourceKey, description.startAt, 'arrivals'))
}

async function addColumns(
  store: ChunkStore,
  sourceKey: number,
  { description, columns }: DecodedChunk,
  fields: readonly string[],
): Promise<void> {
  const missing = fields.filter((field) => description.levels.has(field) && !columns.has(field))
  if (missing.length === 0) return
  const breaks = createBreaks()
  for (const [field, block] of await readBlocks(store, { sourceKey, description, fields: missing })) {
    const label = blockLabel(sourceKey, description.startAt, field)
    columns.set(field, complete(decodeColumn(block, label), description.count, label))
    await breaks.worked(description.count)
  }
}

/** The blocks of the fields that the chunk has. Throws DamagedBlockError when one is missing. */
export async function readBlocks(
  store: BlockStore,
  { sourceKey, description, fields }: WantedChunk,
): Promise<ReadonlyMap<string, Buffer>> {
  const own = fields.filter((field) => description.levels.has(field))
  const blocks = await store.readColumns(sourceKey, description.startAt, own)
  for (const field of own) {
    if (!blocks.has(field)) {
      throw new DamagedBlockError(blockLabel(sourceKey, description.startAt, field), 'it is missing')
    }
  }
  return blocks
}

/** Throws DamagedBlockError unless there is a value for each record. */
export function complete<Values extends { readonly length: number }>(
  values: Values,
  count: number,
  label: string,
): Values {
  if (values.length === count) return values
  throw new DamagedBlockError(label, `it has ${values.length} values instead of ${count}`)
}

function sizeOf({ at, columns }: DecodedChunk): number {
  return Math.max(1, at.length * (2 + columns.size))
}
