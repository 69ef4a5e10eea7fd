import type { Db } from '#platform/database/database.ts'
import type { RecordReader, StoredRecord } from './record-reader.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { type Newest, readNewest } from './newest-store.ts'
import { type PageSource, readPage } from './read-page.ts'

interface Dependencies {
  db: Db
  loader: ChunkLoader
  workers: ThreadPool
  /** Reads in one state of the database. */
  read: <T>(work: (snapshot: Db) => Promise<T>, signal?: AbortSignal) => Promise<T>
}

type LatestReader = RecordReader['readLatest']

/** The most sources whose newest time is cached. */
const REMEMBERED = 100_000

/**
 * Reads the newest record of each of many sources. For nearly all it is a row; a chunk is decoded only for the others. Once a
 * newest record was found, nothing older is read again.
 */
export function createLatestReader({ db, loader, workers, read }: Dependencies): LatestReader {
  const newestAt = new Map<number, number>()
  return async (sourceKeys, signal) => {
    const latest = new Map<number, StoredRecord>()
    const unsettled: number[] = []
    const questions = sourceKeys.map((sourceKey) => ({ sourceKey, from: newestAt.get(sourceKey) }))
    for (const [index, newest] of (await readNewest(db, questions)).entries()) {
      const sourceKey = sourceKeys[index] ?? 0
      if (isNewestRow(newest)) settle(latest, sourceKey, newest.row)
      else unsettled.push(sourceKey)
    }
    for (const sourceKey of unsettled) {
      const record = await read((snapshot) => readOne(snapshot, { loader, workers, sourceKey, signal }), signal)
      if (record === undefined) newestAt.delete(sourceKey)
      else settle(latest, sourceKey, record)
    }
    return latest
  }

  function settle(latest: Map<number, StoredRecord>, sourceKey: number, record: StoredRecord): void {
    latest.set(sourceKey, record)
    if (newestAt.size >= REMEMBERED) newestAt.clear()
    newestAt.set(sourceKey, record.at)
  }
}

function isNewestRow(newest: Newest): newest is Newest & { row: StoredRecord } {
  return newest.row !== undefined && newest.row.at >= (newest.chunkEnd ?? -Infinity)
}

async function readOne(snapshot: Db, source: PageSource): Promise<StoredRecord | undefined> {
  const order = { field: 'messageUTC', direction: 'desc' } as const
  const [newest] = await readPage(snapshot, source, { conditions: [], order, after: undefined, limit: 1 })
  return newest
}
