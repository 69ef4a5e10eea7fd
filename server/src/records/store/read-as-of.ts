import { setImmediate } from 'node:timers/promises'
import type { Db } from '#platform/database/database.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { findLastPlaces, findReplaced, type LastPlaces, readSealedChunks } from './as-of-store.ts'
import { createChunkSlices } from './chunk-slices.ts'
import type { ChunkDescription } from './chunk-description.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { readPage } from './read-page.ts'
import type { AsOf, Condition, RecordReader, StoredRecord } from './record-reader.ts'

interface Dependencies {
  readonly loader: ChunkLoader
  readonly workers: ThreadPool
  /** Reads in one state of the database. */
  readonly read: <T>(work: (snapshot: Db) => Promise<T>, signal?: AbortSignal) => Promise<T>
}

type AsOfReader = RecordReader['readAsOf']

/** Sources that one statement asks about. */
const SOURCES_AT_ONCE = 500
/** Chunks whose blocks are in memory together: some ten megabytes. */
const CHUNKS_AT_ONCE = 16

/** What one state of the database says about some sources. */
interface Settled {
  readonly found: readonly (readonly [sourceKey: number, record: StoredRecord])[]
  /** Sources whose chunks have to be decoded. */
  readonly rest: readonly number[]
}

/**
 * Reads the last record of each of many sources up to a moment. Rows, and chunks that were decoded around this moment before, are read
 * for all at once; other chunks are decoded a few at a time. Where a record replaced the one that is looked for after the moment, the
 * source is searched by itself.
 */
export function createAsOfReader({ loader, workers, read }: Dependencies): AsOfReader {
  const slices = createChunkSlices()
  return async (sourceKeys, asOf, signal) => {
    const latest = new Map<number, StoredRecord>()
    const slow: number[] = []
    for (let from = 0; from < sourceKeys.length; from += SOURCES_AT_ONCE) {
      const keys = sourceKeys.slice(from, from + SOURCES_AT_ONCE)
      const { found, rest } = await read((snapshot) => settle(snapshot, keys, asOf, { signal, decodes: false }), signal)
      for (const [key, record] of found) latest.set(key, record)
      slow.push(...rest)
      await setImmediate()
    }
    for (let from = 0; from < slow.length; from += CHUNKS_AT_ONCE) {
      const keys = slow.slice(from, from + CHUNKS_AT_ONCE)
      const length = slices.lengthFor(slow.length)
      const { found } = await read(
        (snapshot) => settle(snapshot, keys, asOf, { signal, decodes: true, length }),
        signal,
      )
      for (const [key, record] of found) latest.set(key, record)
    }
    return latest
  }

  async function settle(
    snapshot: Db,
    sourceKeys: readonly number[],
    asOf: AsOf,
    { signal, decodes, length = 0 }: { signal: AbortSignal | undefined; decodes: boolean; length?: number },
  ): Promise<Settled> {
    const found: (readonly [number, StoredRecord])[] = []
    const rest: number[] = []
    const alone: number[] = []
    const wanted: Wanted[] = []
    for (const [index, places] of (await findLastPlaces(snapshot, sourceKeys, asOf)).entries()) {
      const sourceKey = sourceKeys[index] ?? 0
      const { row, chunk } = places
      if (places.isReplaced) alone.push(sourceKey)
      else if (chunk === undefined || (row !== undefined && row.at >= Math.min(chunk.endAt, asOf.at))) {
        if (row !== undefined) found.push([sourceKey, row])
      } else wanted.push({ sourceKey, row, chunk })
    }
    const inChunks: { sourceKey: number; record: StoredRecord }[] = []
    const take = ({ sourceKey, row, chunk }: Wanted, record: StoredRecord | undefined): void => {
      const floor = row?.at ?? -Infinity
      if (record !== undefined && record.at > floor) inChunks.push({ sourceKey, record })
      else if (row !== undefined && (record !== undefined || floor >= chunk.startAt)) found.push([sourceKey, row])
      else alone.push(sourceKey)
    }
    const undecoded: Wanted[] = []
    for (const one of wanted) {
      const cached = slices.find(one, asOf)
      if (cached === 'unknown') undecoded.push(one)
      else take(one, cached)
    }
    if (decodes) {
      const chunks = undecoded.map(({ sourceKey, chunk: { startAt } }) => ({ sourceKey, startAt }))
      for (const [index, blocks] of (await readSealedChunks(snapshot, chunks)).entries()) {
        signal?.throwIfAborted()
        const one = undecoded[index]
        if (one === undefined) continue
        take(one, await slices.decode(one, { blocks, asOf, length }))
      }
    } else rest.push(...undecoded.map(({ sourceKey }) => sourceKey))
    const replaced =
      asOf.arrivedBy === undefined
        ? new Set<number>()
        : await findReplaced(
            snapshot,
            inChunks.map(({ sourceKey, record: { at } }) => ({ sourceKey, at })),
          )
    for (const [index, { sourceKey, record }] of inChunks.entries()) {
      if (replaced.has(index)) alone.push(sourceKey)
      else found.push([sourceKey, record])
    }
    for (const sourceKey of alone) {
      if (!decodes) {
        rest.push(sourceKey)
        continue
      }
      signal?.throwIfAborted()
      const [record] = await readPage(snapshot, { loader, workers, signal, sourceKey }, pageOf(asOf))
      if (record !== undefined) found.push([sourceKey, record])
    }
    return { found, rest }
  }
}

interface Wanted extends Pick<LastPlaces, 'row'> {
  readonly sourceKey: number
  readonly chunk: ChunkDescription
}

/** The page that has only the record that is looked for. */
function pageOf({ at, arrivedBy }: AsOf) {
  const conditions: Condition[] = [{ kind: 'time', of: 'messageUTC', operator: '<=', at }]
  if (arrivedBy !== undefined) conditions.push({ kind: 'time', of: 'recieveUTC', operator: '<=', at: arrivedBy })
  return { conditions, order: { field: 'messageUTC', direction: 'desc' }, after: undefined, limit: 1 } as const
}
