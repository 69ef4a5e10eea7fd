import { DAY_MS, HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { Db } from '#platform/database/database.ts'
import type { Platform } from '#platform/floor.ts'
import { type Bucket, BucketAwayError } from './bucket.ts'
import type { HistorySettings } from './history-settings.ts'
import { type ChunkBlocks, type ChunkPlace, createHistoryStore } from './history-store.ts'
import { areSame, bytesOf, hashOf, packChunks, referencesTo } from './pack-chunks.ts'

interface Moving extends Pick<Platform, 'db' | 'clock' | 'server'> {
  readonly bucket: Bucket
  readonly settings: Pick<HistorySettings, 'prefix' | 'afterDays'>
  /** Frees the space of blocks that were replaced. */
  readonly free: (bytes: number) => Promise<void>
}

interface Moved {
  readonly chunks: number
  /** Whether there may be more to move. */
  readonly isMore: boolean
}

/** An object is as large as this, or a little larger. */
const OBJECT_BYTES = 2 ** 23
const CHUNKS_AN_OBJECT = 1_000
/** How long nothing has arrived in a chunk. */
const CLOSED_MS = HOUR_MS
/** All sources are gone through once in this time, so that a small portal has few small objects. */
const PASS_MS = DAY_MS
/** After a failure. */
const RETRY_MS = 60_000
const BEGINNING: ChunkPlace = { sourceKey: 0, startAt: 0 }

/**
 * Moves the next chunks that are old enough to the bucket, in one object. At every moment their blocks are in PostgreSQL, or in an
 * object that is there as a whole: they are replaced by references only after the object was read back and compared.
 */
export async function moveSome(moving: Moving): Promise<Moved> {
  const { db, clock, server } = moving
  const store = createHistoryStore(db)
  const from = await store.take(server, clock())
  if (from === undefined) return { chunks: 0, isMore: false }
  try {
    const { chunks, last } = await gather(moving, from)
    const moved = chunks.length === 0 ? 0 : await moveTogether(moving, chunks)
    await store.goOn(last ?? BEGINNING, last === undefined ? clock() + PASS_MS : 0)
    return { chunks: moved, isMore: last !== undefined }
  } catch (error) {
    await store.goOn(from, clock() + RETRY_MS)
    throw error
  }
}

interface Gathered {
  readonly chunks: readonly ChunkBlocks[]
  /** Where the next object begins; undefined: all sources have been gone through. */
  readonly last: ChunkPlace | undefined
}

async function gather({ db, clock, settings }: Moving, after: ChunkPlace): Promise<Gathered> {
  const store = createHistoryStore(db)
  const [before, closedBefore] = [clock() - settings.afterDays * DAY_MS, clock() - CLOSED_MS]
  const places = await store.listMovable({ after, before, closedBefore, limit: CHUNKS_AN_OBJECT })
  const chunks: ChunkBlocks[] = []
  let bytes = 0
  for (const place of places) {
    const blocks = await store.readBlocks(place)
    if (blocks === undefined) continue
    chunks.push(blocks)
    bytes += bytesOf(blocks)
    if (bytes >= OBJECT_BYTES) return { chunks, last: place }
  }
  return { chunks, last: places.length < CHUNKS_AN_OBJECT ? undefined : places.at(-1) }
}

async function moveTogether(moving: Moving, chunks: readonly ChunkBlocks[]): Promise<number> {
  const { db, bucket, clock, settings, free } = moving
  const body = packChunks(chunks)
  const hash = hashOf(body)
  const given = { hash, bytes: body.length, chunks: chunks.length, prefix: settings.prefix, now: clock() }
  const { id, key } = await createHistoryStore(db).announce(given)
  await bucket.put(key, body)
  if (hashOf(await bucket.get(key)) !== hash) throw new BucketAwayError('an object came back changed')
  const references = referencesTo(id, chunks)
  let moved = 0
  for (const sourceKey of new Set(chunks.map((chunk) => chunk.sourceKey))) {
    moved += await db.transaction().execute((tx) => replaceOfSource(tx, { id, sourceKey, chunks, references }, clock()))
  }
  await free(body.length)
  return moved
}

interface Replacing {
  readonly id: number
  readonly sourceKey: number
  readonly chunks: readonly ChunkBlocks[]
  readonly references: readonly ChunkBlocks[]
}

/** Chunks that changed in the meantime stay, and go with a later object. */
async function replaceOfSource(tx: Db, { id, sourceKey, chunks, references }: Replacing, now: number): Promise<number> {
  const store = createHistoryStore(tx)
  if (!(await store.claim(sourceKey))) return 0
  if (!(await store.confirm(id, now))) throw new Error('An object was given up while chunks were moved to it')
  let replaced = 0
  for (const [index, chunk] of chunks.entries()) {
    const reference = references[index]
    if (chunk.sourceKey !== sourceKey || reference === undefined) continue
    if (!areSame(chunk, await store.readBlocks(chunk))) continue
    await store.replaceBlocks(id, reference)
    replaced += 1
  }
  return replaced
}
