import { createHash } from 'node:crypto'
import { decodeReference, encodeReference } from './block-reference.ts'
import type { ChunkBlocks } from './history-store.ts'

/** The blocks of chunks one behind the other: those of a chunk lie together, and chunks of a source too. */
export function packChunks(chunks: readonly ChunkBlocks[]): Buffer {
  return Buffer.concat(chunks.flatMap(blocksOf))
}

/** What takes the place of the blocks of each chunk, when the object has this number. */
export function referencesTo(object: number, chunks: readonly ChunkBlocks[]): ChunkBlocks[] {
  let offset = 0
  const refer = (block: Buffer): Buffer => {
    const reference = encodeReference({ object, offset, length: block.length })
    offset += block.length
    return reference
  }
  return chunks.map(({ sourceKey, startAt, times, arrivals, columns }) => ({
    sourceKey,
    startAt,
    times: refer(times),
    arrivals: arrivals && refer(arrivals),
    columns: columns.map(({ field, data }) => ({ field, data: refer(data) })),
  }))
}

/** The blocks of a chunk that is in an object. */
export function unpackChunk(
  { sourceKey, startAt, times, arrivals, columns }: ChunkBlocks,
  object: Buffer,
): ChunkBlocks {
  const find = (block: Buffer): Buffer => {
    const reference = decodeReference(block)
    if (reference === undefined) throw new TypeError('A moved chunk has a block that is no reference')
    return object.subarray(reference.offset, reference.offset + reference.length)
  }
  return {
    sourceKey,
    startAt,
    times: find(times),
    arrivals: arrivals && find(arrivals),
    columns: columns.map(({ field, data }) => ({ field, data: find(data) })),
  }
}

/** By which an object is compared with what was put. */
export function hashOf(object: Buffer): string {
  return createHash('sha256').update(object).digest('hex')
}

export function bytesOf(chunk: ChunkBlocks): number {
  return blocksOf(chunk).reduce((sum, { length }) => sum + length, 0)
}

/** Whether a chunk has the blocks that it had. */
export function areSame(one: ChunkBlocks, other: ChunkBlocks | undefined): boolean {
  if (other === undefined || one.columns.length !== other.columns.length) return false
  const [before, now] = [blocksOf(one), blocksOf(other)]
  const haveSameFields = one.columns.every(({ field }, index) => other.columns[index]?.field === field)
  return haveSameFields && before.length === now.length && before.every((block, index) => now[index]?.equals(block))
}

function blocksOf({ times, arrivals, columns }: ChunkBlocks): Buffer[] {
  return [times, ...(arrivals === undefined ? [] : [arrivals]), ...columns.map(({ data }) => data)]
}
