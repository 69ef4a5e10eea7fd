import { REBUILD } from './chunk-tasks.ts'
import { blockLabel, type ChunkDescription, versionOf } from './chunk-description.ts'
import type { ChunkStore } from './chunk-store.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { memoryOfChunk, type PackedChunk, packChunk, unpackChunk } from './packed-chunk.ts'
import type { OverRecords, PackedRows, RebuiltChunk } from './rebuild-chunks.ts'

interface Source {
  readonly store: ChunkStore
  readonly sourceKey: number
}

interface Given {
  readonly chunks: readonly ChunkDescription[]
  readonly rows?: PackedRows
  /** Records that arrived later than all others. */
  readonly over?: OverRecords
  /** Leaves out what arrived at one of these times. */
  readonly without?: ReadonlySet<number>
  /** A time at which a chunk ends. */
  readonly splitAt?: number
}

/** Merges chunks and rows into new chunks, in another thread. Throws DamagedBlockError. */
export async function rebuild(
  { store, sourceKey, workers }: Source & { readonly workers: ThreadPool },
  { chunks, rows = noRows(), over, without, splitAt }: Given,
): Promise<RebuiltChunk[]> {
  const packed: PackedChunk[] = []
  for (const chunk of chunks) packed.push(packChunk(await store.readWhole(sourceKey, chunk)))
  const labels = chunks.map(({ startAt }) => blockLabel(sourceKey, startAt, ''))
  const memory = [...packed.flatMap(memoryOfChunk), rows.at.buffer, rows.receivedAt.buffer]
  return workers.run(REBUILD, { labels, chunks: packed, rows, over, without, splitAt }, memory)
}

/** Chunks changed while new ones were made of them: nothing is stored, and a retry may work. */
export class ChunksChangedError extends Error {
  override readonly name = 'ChunksChangedError'
}

/** Replaces chunks by others. Returns the bytes that the old ones took. Throws ChunksChangedError when the old ones changed in the meantime. */
export async function replaceChunks(
  { store, sourceKey }: Source,
  { replaced, rebuilt }: { replaced: readonly ChunkDescription[]; rebuilt: readonly RebuiltChunk[] },
): Promise<number> {
  const start = Math.min(...[...replaced, ...rebuilt.map(({ chunk }) => chunk)].map(({ startAt }) => startAt))
  const end = Math.max(...[...replaced, ...rebuilt.map(({ chunk }) => chunk)].map(({ endAt }) => endAt))
  await store.lock(sourceKey)
  const found = await store.list(sourceKey, { start, end })
  if (found.map(versionOf).join() !== replaced.map(versionOf).join()) {
    throw new ChunksChangedError('Chunks were written while others were made')
  }
  const startAts = replaced.map(({ startAt }) => startAt)
  const bytes = startAts.length === 0 ? 0 : await store.remove(sourceKey, startAts)
  for (const { chunk, firstReceivedAt, lastReceivedAt } of rebuilt) {
    const unpacked = unpackChunk(chunk)
    const block = firstReceivedAt === lastReceivedAt ? undefined : unpacked.arrivals
    await store.insert(sourceKey, unpacked, { firstReceivedAt, lastReceivedAt, block })
  }
  return bytes
}

function noRows(): PackedRows {
  return { at: new Float64Array(0), receivedAt: new Float64Array(0), json: '' }
}
