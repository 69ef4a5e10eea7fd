import type { Db } from '#platform/database/database.ts'
import type { PageRequest, SortedRecord } from './record-reader.ts'
import { createRecordStore } from './record-store.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { fulfils, rangeOf } from './record-conditions.ts'
import { scanPage } from './scan-page.ts'
import type { Stretch } from './stretch.ts'
import { ROWS_A_STRETCH, walk } from './walk.ts'

export interface PageSource {
  readonly loader: ChunkLoader
  readonly workers: ThreadPool
  readonly signal: AbortSignal | undefined
  readonly sourceKey: number
}

/** A page of records, wherever they are stored. */
export async function readPage(snapshot: Db, source: PageSource, request: PageRequest): Promise<SortedRecord[]> {
  if (!looksAtAll(request)) return readByTime(snapshot, source, request)
  const chunk = await createChunkStore(snapshot).findFirst(source.sourceKey, rangeOf(request.conditions))
  if (chunk === undefined) return createRecordStore(snapshot).readPage(source.sourceKey, request)
  return scanPage(snapshot, source, request)
}

/** Reads a page by time without further filters, which takes a chunk or two. */
async function readByTime(snapshot: Db, source: PageSource, request: PageRequest): Promise<SortedRecord[]> {
  const { conditions, order, after, limit } = request
  const { direction } = order
  let { start, end } = rangeOf(conditions)
  if (after !== undefined && direction === 'asc') start = Math.max(start, after.at + 1)
  if (after !== undefined && direction === 'desc') end = Math.min(end, after.at - 1)
  const rowLimit = Math.min(limit, ROWS_A_STRETCH)
  const found: SortedRecord[] = []
  for await (const stretch of walk(snapshot, { start, end }, { ...source, direction, rowLimit })) {
    source.signal?.throwIfAborted()
    const matches = indicesOf(stretch, direction)
      .filter((index) => fulfils(conditions, stretch, index))
      .take(limit - found.length)
      .toArray()
    if (matches.length > 0) await stretch.load('all')
    for (const index of matches) found.push({ ...stretch.recordAt(index), value: '' })
    if (found.length >= limit) break
  }
  return found
}

function* indicesOf({ at }: Stretch, direction: 'asc' | 'desc'): Generator<number> {
  for (let index = 0; index < at.length; index += 1) yield direction === 'asc' ? index : at.length - 1 - index
}

/** Whether a page may have to look at any number of records, not only at those around it. */
export function looksAtAll({ order, conditions }: Pick<PageRequest, 'order' | 'conditions'>): boolean {
  return order.field !== 'messageUTC' || conditions.some((one) => one.kind !== 'time' || one.of !== 'messageUTC')
}
