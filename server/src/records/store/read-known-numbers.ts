import type { Db } from '#platform/database/database.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { decodeSummary } from '#records/chunks/summary-block.ts'
import type { Summary } from '#records/chunks/summary.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'
import { blockLabel, type ChunkDescription } from './chunk-description.ts'
import { type ChunkStore, type ClosedRange, createChunkStore, type SummaryKey } from './chunk-store.ts'
import type { BlockStore, ChunkLoader } from './decoded-chunk.ts'
import type { NumbersLoader } from './decoded-numbers.ts'
import { howManyArrived, keepArrived } from './known-records.ts'
import { sliceNumbers } from './merge-numbers.ts'
import { readBlocksTogether } from './read-candidates.ts'
import type { NumberBlock, NumberSum, SumsRequest } from './record-reader.ts'
import { numbersOfStretch } from './stretch.ts'
import { listChunksAlone, readPart, ROWS_A_STRETCH, stretchOfPart } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  /** What it loads is the caller's. */
  readonly numbers: NumbersLoader
  readonly sourceKey: number
}

interface SumsStep {
  /** In the order of time. */
  readonly parts: readonly (NumberBlock | NumberSum)[]
  /** No one else has the memory of the blocks. */
  readonly isOwn: boolean
  /** The rest of the range; undefined when nothing is left. */
  readonly rest: ClosedRange | undefined
}

/** Chunks that are looked up together: their summaries are read at once. */
const CHUNKS_AT_ONCE = 256
/** Of those the ones whose numbers are read together. */
const READ_AT_ONCE = 8

/** The next part of a range: the sums of chunks within it, and the numbers of what its ends cut, of what may not be summed, and of rows. */
export async function readSums(
  snapshot: Db,
  source: Source,
  range: ClosedRange,
  request: SumsRequest,
): Promise<SumsStep> {
  const { sourceKey } = source
  const chunks = await listChunksAlone(snapshot, range, { sourceKey, limit: CHUNKS_AT_ONCE })
  if (chunks.length > 0) return readChunks(createChunkStore(snapshot), source, { ...request, chunks, range })
  const { part, rest } = await readPart(snapshot, range, { sourceKey, direction: 'asc', rowLimit: ROWS_A_STRETCH })
  if (part.chunk === undefined && part.rows.length === 0) return { parts: [], isOwn: false, rest }
  const stretch = await stretchOfPart(snapshot, part, source)
  await stretch.load([request.field])
  const { at, columns } = numbersOfStretch(stretch, [request.field])
  const block = keepArrived({ at, columns: [...columns, stretch.receivedAt] }, request.arrivedBy ?? Infinity)
  return { parts: [block], isOwn: false, rest }
}

type ChunksRequest = SumsRequest & { chunks: readonly ChunkDescription[]; range: ClosedRange }

async function readChunks(
  store: ChunkStore,
  { numbers, sourceKey }: Source,
  request: ChunksRequest,
): Promise<SumsStep> {
  const { chunks, range, field, arrivedBy } = request
  const fields = [field]
  const sums = await findSums(store, sourceKey, request)
  const isRead = (chunk: ChunkDescription): boolean =>
    !sums.has(chunk) && chunk.levels.has(field) && howManyArrived(chunk, arrivedBy) !== 'none'
  const read = chunks.filter(isRead).slice(0, READ_AT_ONCE)
  const startAts = read.map(({ startAt }) => startAt)
  const blocks = await readBlocksTogether(store, { sourceKey, startAts, fields })
  const parts: (NumberBlock | NumberSum)[] = []
  let start = range.start
  const last = read[READ_AT_ONCE - 1]
  for (const chunk of chunks) {
    start = chunk.endAt + 1
    const sum = sums.get(chunk)
    if (sum !== undefined) parts.push(sum)
    if (!isRead(chunk)) continue
    const block = await numbersUntil(blocks, { numbers, sourceKey, chunk, request })
    parts.push(sliceNumbers(block, firstAtOrAfter(block.at, range.start), firstAtOrAfter(block.at, range.end + 1)))
    if (chunk === last) break
  }
  return { parts, isOwn: true, rest: start > range.end ? undefined : { start, end: range.end } }
}

/** The numbers of a chunk without those that arrived later. */
async function numbersUntil(
  blocks: BlockStore,
  asked: Pick<Source, 'numbers' | 'sourceKey'> & { chunk: ChunkDescription; request: SumsRequest },
): Promise<NumberBlock> {
  const { numbers, sourceKey, chunk, request } = asked
  const { field, arrivedBy = Infinity } = request
  const block = await numbers.load(blocks, { sourceKey, description: chunk, fields: [field] })
  if (howManyArrived(chunk, arrivedBy) === 'all') return block
  const arrivals = await numbers.loadArrivals(blocks, sourceKey, chunk)
  return keepArrived({ at: block.at, columns: [...block.columns, arrivals] }, arrivedBy)
}

/** The sums of those chunks that lie within the range, have a summary and may be summed. */
async function findSums(
  store: ChunkStore,
  sourceKey: number,
  { chunks, range, field, maySum, arrivedBy }: ChunksRequest,
): Promise<ReadonlyMap<ChunkDescription, NumberSum>> {
  const byStart = new Map(chunks.map((chunk) => [chunk.startAt, chunk]))
  const whole = chunks.filter((chunk) => howManyArrived(chunk, arrivedBy) === 'all')
  const wanted = whole.flatMap(({ startAt, endAt, levels }): SummaryKey[] => {
    const bucketMs = levels.get(field)?.at(-1)
    return bucketMs === undefined || startAt < range.start || endAt > range.end ? [] : [{ field, bucketMs, startAt }]
  })
  const sums = new Map<ChunkDescription, NumberSum>()
  if (wanted.length === 0) return sums
  const found = await store.readSummaries(sourceKey, wanted)
  if (found.length < wanted.length) throw new DamagedBlockError(`${sourceKey} ${field}`, 'a summary is missing')
  for (const { startAt, bucketMs, data } of found) {
    const chunk = byStart.get(startAt)
    const label = blockLabel(sourceKey, startAt, `${field} by ${bucketMs} ms`)
    const sum = sumOf(decodeSummary(data, label))
    if (chunk !== undefined && sum !== undefined && maySum(sum.min, sum.max)) sums.set(chunk, sum)
  }
  return sums
}

/** All buckets of a summary together; undefined where they have no number. */
function sumOf({ counts, sums, first, last, min, max }: Summary): NumberSum | undefined {
  const end = counts.length - 1
  if (end < 0) return undefined
  return {
    count: counts.reduce((all, one) => all + one, 0),
    sum: sums.reduce((all, one) => all + one, 0),
    min: Math.min(...min.values),
    max: Math.max(...max.values),
    first: { at: first.at[0] ?? 0, value: first.values[0] ?? Number.NaN },
    last: { at: last.at[end] ?? 0, value: last.values[end] ?? Number.NaN },
  }
}
