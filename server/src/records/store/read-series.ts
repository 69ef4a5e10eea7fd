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
  if (request.mostRaw !== undefined)
    return readRaw(
      reading,
      chunks.filter(({ hasRecords }) => hasRecords),
    )
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
  const most = mostComplete(request)
  let count = chunks.filter((chunk) => isInside(chunk, range)).reduce((sum, chunk) => sum + chunk.count, 0)
  for (const chunk of chunks) {
    if (count > most) return true
    if (isInside(chunk, range)) continue
    const at = await numbers.loadTimes(store, sourceKey, chunk)
    count += firstAtOrAfter(at, range.end + 1) - firstAtOrAfter(at, range.start)
  }
  return count > most
}

/** Every record of the range in the order of time. */
async function* numberBlocksOf(reading: Reading, chunks: readonly ChunkDescription[]): AsyncGenerator<NumberBlock> {
  const { range, request } = reading
  const rowsBefore = takeInTurn(rowsIn(reading, range))
  for (const chunk of chunks) {
    yield* rowsBefore(chunk.startAt)
    const rows = await Array.fromAsync(rowsBefore(chunk.endAt + 1))
    const block = await numbersOf(reading, { chunk, rows, fields: request.fields })
    yield sliceNumbers(block, firstAtOrAfter(block.at, range.start), firstAtOrAfter(block.at, range.end + 1))
  }
  yield* rowsBefore(Infinity)
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
    else for (const block of rows) draw(lines, request.fields, block)
    for (const [field, bucketMs] of widths) wanted.push({ chunk, field, bucketMs })
  }
  for await (const { field, summary } of summaries.load(store, sourceKey, wanted)) {
    lines.get(field)?.addSummary(summary)
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
    for await (const block of rowsBefore(startAt)) draw(lines, request.fields, block)
    inChunks.set(startAt, await Array.fromAsync(rowsBefore(endAt + 1)))
  }
  for await (const block of rowsBefore(Infinity)) draw(lines, request.fields, block)
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
  if (chunk.hasRecords && hasRows) return widths
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
  { numbers, store, sourceKey, signal }: Reading,
  { chunk, rows, fields }: { chunk: ChunkDescription; rows: readonly NumberBlock[]; fields: readonly string[] },
): Promise<NumberBlock> {
  signal?.throwIfAborted()
  const stored = await numbers.load(store, { sourceKey, description: chunk, fields })
  return rows.reduce<NumberBlock>(mergeNumbers, stored)
}

async function* rowsIn(
  { snapshot, sourceKey, request }: Reading,
  { start, end }: ClosedRange,
): AsyncGenerator<NumberBlock> {
  if (start > end) return
  yield* readNumberBlocks(snapshot, sourceKey, { from: start, to: end + 1, fields: request.fields })
}
