import { createM4, type M4 } from '#records/chunks/m4.ts'
import { bucketWidthFor } from '#records/chunks/summary-levels.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { collectSeries, mostComplete } from './collect-series.ts'
import { readNumberBlocks } from './number-blocks-store.ts'
import type { NumberBlock } from './record-reader.ts'
import type { Series, SeriesRequest } from './record-reader.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ChunkStore, type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { NumbersLoader } from './decoded-numbers.ts'
import type { SummaryLoader, WantedSummary } from './decoded-summaries.ts'
import { bucketsUntil, howManyArrived, keepArrived, thinRecords } from './known-records.ts'
import { mergeNumbers, sliceNumbers } from './merge-numbers.ts'
import { ALL_TIME } from './record-conditions.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'

/** The caches of decoded blocks. */
interface SeriesLoaders {
  readonly numbers: NumbersLoader
  readonly summaries: SummaryLoader
}

interface Reading extends SeriesLoaders {
  readonly snapshot: Db
  readonly store: ChunkStore
  readonly sourceKey: number
  readonly signal: AbortSignal | undefined
  readonly request: SeriesRequest
  readonly range: ClosedRange
}

/** Numeric fields of a range: every record when they are few, otherwise what draws the same lines. */
export async function readSeries(
  snapshot: Db,
  {
    sourceKey,
    signal,
    ...loaders
  }: SeriesLoaders & { readonly sourceKey: number; readonly signal: AbortSignal | undefined },
  request: SeriesRequest,
): Promise<Series> {
  const range = { start: Math.max(request.from, ALL_TIME.start), end: Math.min(request.to - 1, ALL_TIME.end) }
  const store = createChunkStore(snapshot)
  const reading = { ...loaders, signal, snapshot, store, sourceKey, request, range }
  const chunks = range.start > range.end ? [] : await store.listFields(sourceKey, range, request.fields)
  const withRecords = chunks.filter(({ hasRecords }) => hasRecords)
  if (request.withArrivals === true)
    return { complete: true, blocks: await thinRecords(numberBlocksOf(reading, withRecords), request) }
  if (request.mostRaw !== undefined) return readRaw(reading, withRecords)
  const areAllThere = chunks.every(({ hasRecords }) => hasRecords)
  if (!areAllThere || (await areMany(reading, chunks))) return reduceAll(reading, chunks)
  return collectSeries(numberBlocksOf(reading, chunks), request)
}

/** Ignores records of which only summaries are left. */
async function readRaw(reading: Reading, chunks: readonly ChunkDescription[]): Promise<Series> {
  if (await areMany(reading, chunks)) throw new DomainError('data/too-many-values')
  return collectSeries(numberBlocksOf(reading, chunks), reading.request)
}

/** Whether the chunks alone have too many records in the range to draw each. */
async function areMany(
  { numbers, store, sourceKey, range, request }: Reading,
  chunks: readonly ChunkDescription[],
): Promise<boolean> {
  const { arrivedBy } = request
  const most = mostComplete(request)
  const arrived = chunks.filter((chunk) => howManyArrived(chunk, arrivedBy) !== 'none')
  const isWhole = (chunk: ChunkDescription) => isInside(chunk, range) && howManyArrived(chunk, arrivedBy) === 'all'
  let count = arrived.filter(isWhole).reduce((sum, chunk) => sum + chunk.count, 0)
  for (const chunk of arrived) {
    if (count > most) return true
    if (isWhole(chunk)) continue
    const at = await numbers.loadTimes(store, sourceKey, chunk)
    const [from, to] = [firstAtOrAfter(at, range.start), firstAtOrAfter(at, range.end + 1)]
    if (arrivedBy === undefined || howManyArrived(chunk, arrivedBy) === 'all') count += to - from
    else count += countUntil((await numbers.loadArrivals(store, sourceKey, chunk)).subarray(from, to), arrivedBy)
  }
  return count > most
}

function countUntil(times: Float64Array, until: number): number {
  let count = 0
  for (let index = 0; index < times.length; index += 1) if ((times[index] ?? 0) <= until) count += 1
  return count
}

/** Every record of the range in the order of time. */
async function* numberBlocksOf(reading: Reading, chunks: readonly ChunkDescription[]): AsyncGenerator<NumberBlock> {
  const { range, request } = reading
  const rowsBefore = takeInTurn(rowsIn(reading, range))
  for (const chunk of chunks) {
    for await (const block of rowsBefore(chunk.startAt)) yield arrivedOf(reading, block)
    const rows = await Array.fromAsync(rowsBefore(chunk.endAt + 1))
    const block = await numbersOf(reading, { chunk, rows, fields: request.fields })
    yield sliceNumbers(block, firstAtOrAfter(block.at, range.start), firstAtOrAfter(block.at, range.end + 1))
  }
  for await (const block of rowsBefore(Infinity)) yield arrivedOf(reading, block)
}

/** A block of rows without what arrived later, and without the times of arrival that it then has. */
function arrivedOf({ request: { arrivedBy, withArrivals } }: Reading, block: NumberBlock): NumberBlock {
  return arrivedBy === undefined || withArrivals === true ? block : keepArrived(block, arrivedBy)
}

/** Draws chunks from their summaries where that is possible, everything else from numbers. */
async function reduceAll(reading: Reading, chunks: readonly ChunkDescription[]): Promise<Series> {
  const { request, summaries, store, sourceKey } = reading
  const lines = new Map(request.fields.map((field) => [field, createM4(request)]))
  const rowsIn = await drawRows(reading, chunks, lines)
  const wanted: WantedSummary[] = []
  for (const chunk of chunks) {
    const rows = rowsIn.get(chunk.startAt) ?? []
    const widths = widthsFor(reading, chunk, rows.length > 0)
    const fields = chunk.hasRecords ? request.fields.filter((field) => !widths.has(field)) : []
    if (fields.length > 0) draw(lines, fields, await numbersOf(reading, { chunk, rows, fields }))
    else for (const block of rows) draw(lines, request.fields, arrivedOf(reading, block))
    for (const [field, bucketMs] of widths) wanted.push({ chunk, field, bucketMs })
  }
  for await (const { chunk, field, summary } of summaries.load(store, sourceKey, wanted)) {
    const isWhole = howManyArrived(chunk, request.arrivedBy) === 'all'
    lines.get(field)?.addSummary(isWhole ? summary : bucketsUntil(summary, request.arrivedBy ?? Infinity))
  }
  return { complete: false, fields: [...lines.values()].map((line) => line.finish()) }
}

type Lines = ReadonlyMap<string, M4>

/** Draws the rows outside of chunks; returns the others by the start of their chunk. */
async function drawRows(
  reading: Reading,
  chunks: readonly ChunkDescription[],
  lines: Lines,
): Promise<ReadonlyMap<number, NumberBlock[]>> {
  const { range, request } = reading
  const rowsBefore = takeInTurn(rowsIn(reading, range))
  const inChunks = new Map<number, NumberBlock[]>()
  for (const { startAt, endAt } of chunks) {
    for await (const block of rowsBefore(startAt)) draw(lines, request.fields, arrivedOf(reading, block))
    inChunks.set(startAt, await Array.fromAsync(rowsBefore(endAt + 1)))
  }
  for await (const block of rowsBefore(Infinity)) draw(lines, request.fields, arrivedOf(reading, block))
  return inChunks
}

/** Yields blocks, which come in the order of time, up to increasing moments. */
function takeInTurn(blocks: AsyncGenerator<NumberBlock>): (end: number) => AsyncGenerator<NumberBlock> {
  let rest: NumberBlock | undefined
  return async function* takeBefore(end) {
    while (true) {
      if (rest === undefined) {
        const next = await blocks.next()
        if (next.done === true) return
        rest = next.value
      }
      const { at } = rest
      const count = firstAtOrAfter(at, end)
      const block = sliceNumbers(rest, 0, count)
      rest = count < at.length ? sliceNumbers(rest, count, at.length) : undefined
      if (count > 0) yield block
      if (rest !== undefined) return
    }
  }
}

/**
 * The bucket widths to draw the fields of a chunk with; fields without one are drawn from numbers. Buckets that the edge of the
 * range cuts are drawn, as it is the edge of a pixel column.
 */
function widthsFor({ request }: Reading, chunk: ChunkDescription, hasRows: boolean): ReadonlyMap<string, number> {
  const widths = new Map<string, number>()
  const arrived = howManyArrived(chunk, request.arrivedBy)
  if (arrived === 'none' || (chunk.hasRecords && (hasRows || arrived === 'some'))) return widths
  const pixelMs = (request.to - request.from) / request.width
  for (const field of request.fields) {
    const stored = chunk.levels.get(field) ?? []
    const width = bucketWidthFor(pixelMs, stored) ?? (chunk.hasRecords ? undefined : stored[0])
    if (width !== undefined) widths.set(field, width)
  }
  return widths
}

function isInside({ startAt, endAt }: ChunkDescription, { start, end }: ClosedRange): boolean {
  return startAt >= start && endAt <= end
}

function draw(lines: Lines, fields: readonly string[], { at, columns }: NumberBlock): void {
  for (const [index, field] of fields.entries()) lines.get(field)?.addPoints(at, columns[index] ?? new Float64Array(0))
}

/** The numbers of a chunk merged with those of rows in it, which have all fields of the request. */
async function numbersOf(
  { numbers, store, sourceKey, signal, request: { arrivedBy, withArrivals = false } }: Reading,
  { chunk, rows, fields }: { chunk: ChunkDescription; rows: readonly NumberBlock[]; fields: readonly string[] },
): Promise<NumberBlock> {
  signal?.throwIfAborted()
  const arrived = howManyArrived(chunk, arrivedBy)
  if (rows.length === 0 && arrived === 'none') return NOTHING
  const stored = await numbers.load(store, { sourceKey, description: chunk, fields })
  if (!withArrivals && (arrivedBy === undefined || (rows.length === 0 && arrived === 'all')))
    return rows.reduce<NumberBlock>(mergeNumbers, stored)
  // A row that arrived later hides the record whose place it took.
  const arrivals = await numbers.loadArrivals(store, sourceKey, chunk)
  const merged = rows.reduce<NumberBlock>(mergeNumbers, { at: stored.at, columns: [...stored.columns, arrivals] })
  return arrivedBy === undefined || withArrivals ? merged : keepArrived(merged, arrivedBy)
}

const NOTHING: NumberBlock = { at: new Float64Array(0), columns: [] }

async function* rowsIn(
  { snapshot, sourceKey, request }: Reading,
  { start, end }: ClosedRange,
): AsyncGenerator<NumberBlock> {
  if (start > end) return
  const arrivals = request.arrivedBy !== undefined || request.withArrivals === true
  yield* readNumberBlocks(snapshot, sourceKey, { from: start, to: end + 1, fields: request.fields, arrivals })
}
