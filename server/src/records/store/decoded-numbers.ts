import { LRUCache } from 'lru-cache'
import { blockLabel, type ChunkDescription, versionOf } from './chunk-description.ts'
import {
  arrivalsOfChunk,
  type BlockStore,
  decodeColumnNumbers,
  decodeTimesOf,
  readBlocks,
  readTimeBlocks,
  type WantedChunk,
} from './decoded-chunk.ts'
import { createBreaks } from './breaks.ts'

/** Columns of a chunk as charts draw them, with the times of its records. They are shared, so only read them. */
interface DecodedNumbers {
  readonly at: Float64Array
  readonly columns: readonly Float64Array[]
}

export interface NumbersLoader {
  /** Columns in the order of `fields`. Throws DamagedBlockError. */
  readonly load: (store: BlockStore, wanted: WantedChunk) => Promise<DecodedNumbers>
  /** Throws DamagedBlockError. */
  readonly loadTimes: LoadTimes
  /** When each record of a chunk arrived. Throws DamagedBlockError. */
  readonly loadArrivals: LoadTimes
}

type LoadTimes = (store: BlockStore, sourceKey: number, description: ChunkDescription) => Promise<Float64Array>

/** The most decoded values that are cached: some 12 MB, a day of four fields at one a second. */
const KEPT_VALUES = 1_500_000

/** The part of a cache that a loader uses. */
interface Kept {
  readonly get: (key: string) => Float64Array | undefined
  readonly set: (key: string, values: Float64Array) => unknown
}

/**
 * Reads and decodes numbers of chunks, and caches the last ones: zooming and moving along a chart ask for the same chunks again
 * and again.
 */
export function createNumbersLoader(keptValues = KEPT_VALUES): NumbersLoader {
  /** Times by chunk, and columns by chunk and field: no field has a space in its name. */
  const sizeCalculation = ({ length }: Float64Array): number => length + 1
  return createLoader(new LRUCache<string, Float64Array>({ maxSize: keptValues, sizeCalculation }))
}

/** Reads and decodes numbers of chunks each time; the caller owns their memory. */
export function createOwnNumbersLoader(): NumbersLoader {
  return createLoader({ get: () => undefined, set: () => undefined })
}

function createLoader(kept: Kept): NumbersLoader {
  return { load, loadTimes, loadArrivals }

  async function loadTimes(store: BlockStore, sourceKey: number, description: ChunkDescription): Promise<Float64Array> {
    const key = keyOf(sourceKey, description)
    const known = kept.get(key)
    if (known !== undefined) return known
    const { at } = await decodeTimesOf(store, sourceKey, description)
    kept.set(key, at)
    return at
  }

  async function loadArrivals(
    store: BlockStore,
    sourceKey: number,
    description: ChunkDescription,
  ): Promise<Float64Array> {
    const key = `${keyOf(sourceKey, description)} ${ARRIVALS}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const at = await loadTimes(store, sourceKey, description)
    const { arrivals } = await readTimeBlocks(store, sourceKey, description)
    const receivedAt = arrivalsOfChunk(arrivals, at, { sourceKey, description })
    kept.set(key, receivedAt)
    return receivedAt
  }

  async function load(store: BlockStore, wanted: WantedChunk): Promise<DecodedNumbers> {
    const { sourceKey, description, fields } = wanted
    const { count, levels } = description
    const at = await loadTimes(store, sourceKey, description)
    const columns = new Map<string, Float64Array>()
    for (const field of fields) {
      const known = kept.get(`${keyOf(sourceKey, description)} ${field}`)
      if (known !== undefined) columns.set(field, known)
    }
    const missing = fields.filter((field) => levels.has(field) && !columns.has(field))
    if (missing.length > 0) await decodeInto(columns, store, { ...wanted, fields: missing })
    return { at, columns: fields.map((field) => columns.get(field) ?? missingColumn(count)) }
  }

  async function decodeInto(columns: Map<string, Float64Array>, store: BlockStore, wanted: WantedChunk): Promise<void> {
    const { sourceKey, description } = wanted
    const { startAt, count } = description
    const breaks = createBreaks()
    for (const [field, block] of await readBlocks(store, wanted)) {
      const values = decodeColumnNumbers(block, count, blockLabel(sourceKey, startAt, field))
      columns.set(field, values)
      kept.set(`${keyOf(sourceKey, description)} ${field}`, values)
      await breaks.worked(count)
    }
  }
}

/** A name that no field has. */
const ARRIVALS = 'times of arrival'

function missingColumn(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN)
}

function keyOf(sourceKey: number, description: ChunkDescription): string {
  return `${sourceKey}/${versionOf(description)}`
}
