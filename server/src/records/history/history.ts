import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '#platform/memory/entries-at-most.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import { type BlockReference, nameOfReference } from './block-reference.ts'
import { type Bucket, BucketAwayError } from './bucket.ts'
import { createHistoryStore, type HistoryObject } from './history-store.ts'
import { assembleBlock, type Page, PAGE_BYTES, pageName, pagesOf, runsOf } from './pages.ts'

interface Dependencies extends Pick<Platform, 'db' | 'clock' | 'log'> {
  readonly bucket: Bucket
  readonly cacheBytes: number
}

/** How long the bucket is not asked after a failure, so that readers get their answer at once. */
const PAUSE_MS = 5_000
/** How long compaction leaves moved chunks alone. */
const AWAY_MS = 60_000
const KNOWN_OBJECTS = 10_000

/** Blocks of moved chunks. */
export type History = ReturnType<typeof createHistory>

export function createHistory({ db, bucket, clock, cacheBytes, log }: Dependencies) {
  const store = createHistoryStore(db)
  const pages = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length + 1 })
  const objects = new LRUCache<number, HistoryObject>(entriesAtMost(KNOWN_OBJECTS))
  let failedAt = -Infinity

  return {
    /** A block that is in memory. */
    peek: (reference: BlockReference): Buffer | undefined => assembleBlock(reference, (name) => pages.get(name)),

    /**
     * Blocks from the bucket, by the names of their references, and with them some of what lies behind, which is likely to be asked for next.
     * @throws DomainError data/history-away
     */
    fetch: async (references: readonly BlockReference[], aheadPages: number): Promise<ReadonlyMap<string, Buffer>> => {
      if (clock() - failedAt < PAUSE_MS) throw away(undefined)
      try {
        const fetched = await fetchPages(references, aheadPages)
        failedAt = -Infinity
        const pageOf = (name: string) => fetched.get(name) ?? pages.get(name)
        return new Map(
          references.map((reference) => {
            const block = assembleBlock(reference, pageOf)
            if (block === undefined) throw new BucketAwayError('a part of an object is missing')
            return [nameOfReference(reference), block]
          }),
        )
      } catch (error) {
        if (!(error instanceof BucketAwayError)) throw error
        if (error.isOfService) failedAt = clock()
        log.warn({ err: error }, 'old records could not be read from the bucket')
        throw away(error)
      }
    },

    /** Whether the bucket failed a moment ago. */
    isAway: (): boolean => clock() - failedAt < AWAY_MS,
  }

  async function fetchPages(references: readonly BlockReference[], ahead: number): Promise<Map<string, Buffer>> {
    const known = await findObjects(references.map(({ object }) => object))
    const fetched = new Map<string, Buffer>()
    const wanted: Page[] = []
    for (const page of references.flatMap(pagesOf)) {
      const there = pages.get(pageName(page))
      if (there === undefined) wanted.push(page)
      else fetched.set(pageName(page), there)
    }
    await Promise.all(
      runsOf(wanted, ahead).map(async ({ object, first, count }) => {
        const found = known.get(object)
        if (found === undefined) throw new BucketAwayError(`object ${object} is not known`)
        const start = first * PAGE_BYTES
        const length = Math.min(count * PAGE_BYTES, found.bytes - start)
        const bytes = await bucket.getRange(found.key, { start, length })
        for (let place = 0; place * PAGE_BYTES < length; place += 1) {
          // A copy of its own, so that a page which stays in memory does not hold its neighbours.
          const page = Buffer.from(bytes.subarray(place * PAGE_BYTES, (place + 1) * PAGE_BYTES))
          const name = pageName({ object, page: first + place })
          fetched.set(name, page)
          pages.set(name, page)
        }
      }),
    )
    return fetched
  }

  async function findObjects(ids: readonly number[]): Promise<Map<number, HistoryObject>> {
    const missing = ids.filter((id) => !objects.has(id))
    for (const object of missing.length === 0 ? [] : await store.findObjects([...new Set(missing)])) {
      objects.set(object.id, object)
    }
    return new Map(
      ids.flatMap((id) => {
        const object = objects.get(id)
        return object === undefined ? [] : [[id, object] as const]
      }),
    )
  }
}

function away(cause: unknown): DomainError {
  return new DomainError('data/history-away', { cause })
}
