import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type ColumnValues, decodeColumnPart } from '#records/chunks/column.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { decodeArrivals, decodeTimes, firstAtOrAfter } from '#records/chunks/times.ts'
import type { SealedChunk } from './as-of-store.ts'
import { blockLabel, type ChunkDescription, versionOf } from './chunk-description.ts'
import { complete } from './decoded-chunk.ts'
import { compareNames } from './field-order.ts'
import type { AsOf, StoredRecord } from './record-reader.ts'

/** Records of a chunk around a moment. */
interface Slice {
  readonly at: Float64Array
  readonly receivedAt: Float64Array
  readonly columns: ReadonlyMap<string, ColumnValues>
  /** It begins, or ends, where the chunk does. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

interface SourceChunk {
  readonly sourceKey: number
  readonly chunk: ChunkDescription
}

interface Decoding {
  readonly blocks: SealedChunk | undefined
  readonly asOf: AsOf
  /** The values that are cached of it. */
  readonly length: number
}

/** The most decoded values that are cached: some 24 MB. */
const KEPT_VALUES = 3_000_000
/** Values of one slice at most. */
const LONGEST_SLICE = 32_768

/**
 * Decodes chunks and caches the records around the moments that were asked for: a page that plays a period asks for moments close to each
 * other, and whole chunks of many sources would not fit into memory.
 */
export function createChunkSlices(keptValues = KEPT_VALUES) {
  const kept = new LRUCache<string, Slice>({ maxSize: keptValues, sizeCalculation: sizeOf })
  return {
    /** How many values to cache of each of so many chunks: a third is for them, as a thousand units are read in two pages. */
    lengthFor: (chunks: number): number => Math.min(LONGEST_SLICE, Math.floor(keptValues / 3 / Math.max(chunks, 1))),

    /** The last record up to a moment; undefined when the chunk has none, 'unknown' when it has to be decoded. */
    find: (chunk: SourceChunk, asOf: AsOf): StoredRecord | undefined | 'unknown' => {
      const slice = kept.get(keyOf(chunk))
      return slice === undefined ? 'unknown' : findIn(slice, asOf)
    },

    /** As `find`, out of the blocks of the chunk. Throws DamagedBlockError. */
    decode: async (chunk: SourceChunk, { blocks, asOf, length }: Decoding): Promise<StoredRecord | undefined> => {
      const { sourceKey, chunk: description } = chunk
      const label = (part: string): string => blockLabel(sourceKey, description.startAt, part)
      if (blocks === undefined) throw new DamagedBlockError(label('times'), 'it is missing')
      const at = complete(decodeTimes(blocks.times, label('times')), description.count, label('times'))
      const around = Math.max(1, Math.floor(length / 2 / (2 + description.levels.size)))
      const to = Math.min(at.length, firstAtOrAfter(at, asOf.at + 1) + around)
      const receivedAt =
        blocks.arrivals === undefined
          ? new Float64Array(to).fill(description.firstReceivedAt)
          : decodeArrivals(blocks.arrivals, at, label('arrivals'), to)
      const place = lastPlace({ at: at.subarray(0, to), receivedAt }, asOf)
      if (place === -1) return undefined
      const from = Math.max(0, place - around)
      const columns = new Map<string, ColumnValues>()
      for (const field of [...description.levels.keys()].sort(compareNames)) {
        const block = blocks.columns.get(field)
        if (block === undefined) throw new DamagedBlockError(label(field), 'it is missing')
        columns.set(field, decodeColumnPart(block, { from, to, count: description.count }, label(field)))
      }
      const slice = {
        at: at.slice(from, to),
        receivedAt: receivedAt.slice(from, to),
        columns,
        isFirst: from === 0,
        isLast: to === at.length,
      }
      kept.set(keyOf(chunk), slice)
      // A chunk takes milliseconds.
      await setImmediate()
      return recordAt(slice, place - from)
    },
  }
}

function keyOf({ sourceKey, chunk }: SourceChunk): string {
  return `${sourceKey}/${versionOf(chunk)}`
}

function findIn(slice: Slice, asOf: AsOf): StoredRecord | undefined | 'unknown' {
  if (!slice.isLast && asOf.at >= (slice.at.at(-1) ?? 0)) return 'unknown'
  const place = lastPlace(slice, asOf)
  if (place === -1) return slice.isFirst ? undefined : 'unknown'
  return recordAt(slice, place)
}

/** The index of the last record up to a moment that had arrived; -1 when there is none. */
function lastPlace({ at, receivedAt }: Pick<Slice, 'at' | 'receivedAt'>, asOf: AsOf): number {
  const { arrivedBy = Infinity } = asOf
  let place = firstAtOrAfter(at, asOf.at + 1) - 1
  while (place >= 0 && (receivedAt[place] ?? 0) > arrivedBy) place -= 1
  return place
}

function recordAt({ at, receivedAt, columns }: Slice, place: number): StoredRecord {
  let fields = ''
  for (const [field, values] of columns) {
    const value = values[place]
    if (value === undefined) continue
    fields += `${fields === '' ? '' : ','}${JSON.stringify(field)}:${JSON.stringify(value)}`
  }
  return { at: at[place] ?? 0, receivedAt: receivedAt[place] ?? 0, fields: `{${fields}}` }
}

function sizeOf({ at, columns }: Slice): number {
  return Math.max(1, at.length * (2 + columns.size))
}
