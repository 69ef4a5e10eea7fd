import type { Db } from '#platform/database/database.ts'
import { type Bucket, BucketAwayError } from './bucket.ts'
import { type ChunkPlace, createHistoryStore, type SparseObject } from './history-store.ts'
import { hashOf, unpackChunk } from './pack-chunks.ts'

interface Parts {
  readonly db: Db
  readonly bucket: Bucket
}

/** Chunks of an object that are used, below which the others waste its space. */
const USED_SHARE = 0.5
/** Some 40 MB of blocks are in PostgreSQL until they move again. */
const OBJECTS_AT_ONCE = 10

/**
 * Brings back the chunks of objects that consist mostly of removed records, and returns how many. They move again to a new object, and
 * the old one is removed like others that no chunk uses.
 */
export async function bringBackSparse({ db, bucket }: Parts): Promise<number> {
  const store = createHistoryStore(db)
  let chunks = 0
  for (const object of await store.listSparse({ usedShare: USED_SHARE, limit: OBJECTS_AT_ONCE })) {
    const bytes = await bucket.get(object.key)
    if (hashOf(bytes) !== object.hash) throw new BucketAwayError('an object came back changed')
    const places = await store.listPlaces(object.id)
    for (const [sourceKey, ofSource] of Map.groupBy(places, (place) => place.sourceKey)) {
      chunks += await db.transaction().execute((tx) => bringBack(tx, { object, sourceKey, places: ofSource, bytes }))
    }
  }
  return chunks
}

interface Bringing {
  readonly object: SparseObject
  readonly sourceKey: number
  readonly places: readonly ChunkPlace[]
  readonly bytes: Buffer
}

/** Chunks that changed in the meantime stay as they are. */
async function bringBack(tx: Db, { object, sourceKey, places, bytes }: Bringing): Promise<number> {
  const store = createHistoryStore(tx)
  if (!(await store.claim(sourceKey))) return 0
  let chunks = 0
  for (const place of places) {
    const moved = await store.readBlocks(place, object.id)
    if (moved === undefined) continue
    await store.replaceBlocks(null, unpackChunk(moved, bytes))
    chunks += 1
  }
  return chunks
}
