import type { ChunkStore } from './chunk-store.ts'
import type { BlockStore } from './decoded-chunk.ts'

interface Wanted {
  readonly sourceKey: number
  readonly startAts: readonly number[]
  readonly fields: readonly string[]
}

/**
 * Reads the blocks of several chunks by two statements, and hands them out chunk by chunk: a scan of a month would ask more than a
 * hundred times otherwise, and wait longer than it works.
 */
export async function readBlocksTogether(
  store: Pick<ChunkStore, 'readTimesOf' | 'readColumnsOf'>,
  { sourceKey, startAts, fields }: Wanted,
): Promise<BlockStore> {
  if (startAts.length === 0) return { readTimes: async () => undefined, readColumns: async () => new Map() }
  const times = await store.readTimesOf(sourceKey, startAts)
  const columns = await store.readColumnsOf(sourceKey, startAts, fields)
  return {
    readTimes: async (_source, startAt) => times.get(startAt),
    readColumns: async (_source, startAt) => columns.get(startAt) ?? new Map(),
  }
}
