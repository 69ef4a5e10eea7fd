import type { Db } from '#database/database.ts'
import type { Order, PagePosition, PageRequest, SortedRecord } from '#telemetry/record-reader.ts'
import { createRecordStore } from '#telemetry/record-store.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { compareValues } from './field-order.ts'
import { fieldsIn, fulfils, rangeOf } from './record-conditions.ts'
import type { Stretch } from './stretch.ts'
import { ROWS_A_STRETCH, walk } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  readonly sourceKey: number
}

/** A page of records, wherever they are stored. */
export async function readPage(snapshot: Db, source: Source, request: PageRequest): Promise<SortedRecord[]> {
  const byTime = request.order.field === 'messageUTC'
  if (byTime && request.conditions.every(({ kind }) => kind === 'time')) return readByTime(snapshot, source, request)
  const chunk = await createChunkStore(snapshot).findFirst(source.sourceKey, rangeOf(request.conditions))
  if (chunk === undefined) return createRecordStore(snapshot).readPage(source.sourceKey, request)
  return byTime ? readByTime(snapshot, source, request) : readSorted(snapshot, source, request)
}

async function readByTime(snapshot: Db, source: Source, request: PageRequest): Promise<SortedRecord[]> {
  const { conditions, order, after, limit } = request
  const { direction } = order
  let { start, end } = rangeOf(conditions)
  if (after !== undefined && direction === 'asc') start = Math.max(start, after.at + 1)
  if (after !== undefined && direction === 'desc') end = Math.min(end, after.at - 1)
  const rowLimit = Math.min(limit, ROWS_A_STRETCH)
  const found: SortedRecord[] = []
  for await (const stretch of walk(snapshot, { start, end }, { ...source, direction, rowLimit })) {
    await stretch.load(fieldsIn(conditions))
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

type Compare = (one: PagePosition, other: PagePosition) => number

/** Looks at all records of the range, and keeps the first ones in the order that was asked for. */
async function readSorted(snapshot: Db, source: Source, request: PageRequest): Promise<SortedRecord[]> {
  const { conditions, order, after, limit } = request
  const compare = comparisonOf(order)
  const fields = [...fieldsIn(conditions), ...(order.field === 'recieveUTC' ? [] : [order.field])]
  let found: SortedRecord[] = []
  for await (const stretch of walk(snapshot, rangeOf(conditions), {
    ...source,
    direction: 'asc',
    rowLimit: ROWS_A_STRETCH,
  })) {
    await stretch.load(fields)
    const worst = found.length < limit ? undefined : found.at(-1)
    const candidates = indicesOf(stretch, 'asc')
      .filter((index) => fulfils(conditions, stretch, index))
      .map((index) => ({ index, value: sortValue(stretch, order, index), at: stretch.at[index] ?? 0 }))
      .filter((place) => after === undefined || compare(place, after) > 0)
      .filter((place) => worst === undefined || compare(place, worst) < 0)
      .toArray()
    if (candidates.length === 0) continue
    await stretch.load('all')
    const best = candidates.sort(compare).slice(0, limit)
    const records = best.map(({ index, value }) => ({ ...stretch.recordAt(index), value }))
    found = [...found, ...records].sort(compare).slice(0, limit)
  }
  return found
}

function sortValue(stretch: Stretch, { field }: Order, index: number): string {
  if (field === 'recieveUTC') return String(stretch.receivedAt[index])
  return JSON.stringify(stretch.valueOf(field, index))
}

function comparisonOf({ direction }: Order): Compare {
  const sign = direction === 'asc' ? 1 : -1
  return (one, other) =>
    sign * (one.value === other.value ? 0 : compareValues(JSON.parse(one.value), JSON.parse(other.value))) ||
    sign * (one.at - other.at)
}
