import type { Db } from '#platform/database/database.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ChunkStore, type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { BlockStore, ChunkLoader } from './decoded-chunk.ts'
import type { NumbersLoader } from './decoded-numbers.ts'
import { howManyArrived, keepArrived } from './known-records.ts'
import { sliceNumbers } from './merge-numbers.ts'
import { readBlocksTogether } from './read-candidates.ts'
import type { KnownNumbersRequest, NumberBlock } from './record-reader.ts'
import { numbersOfStretch } from './stretch.ts'
import { listChunksAlone, readPart, ROWS_A_STRETCH, stretchOfPart } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  /** What it loads is the caller's. */
  readonly numbers: NumbersLoader
  readonly sourceKey: number
}

interface KnownNumbersStep {
  /** In the order of time. */
  readonly blocks: readonly NumberBlock[]
  /** No one else has the memory of the blocks. */
  readonly isOwn: boolean
  /** The rest of the range; undefined when nothing is left. */
  readonly rest: ClosedRange | undefined
}

/** Chunks that are looked up together. */
const CHUNKS_AT_ONCE = 256
/** How many of these chunks have their numbers read together. */
const READ_AT_ONCE = 8

/** The numbers of the next part of a range. */
export async function readKnownNumbers(
  snapshot: Db,
  source: Source,
  range: ClosedRange,
  request: KnownNumbersRequest,
): Promise<KnownNumbersStep> {
  const { sourceKey } = source
  const chunks = await listChunksAlone(snapshot, range, { sourceKey, limit: CHUNKS_AT_ONCE })
  if (chunks.length > 0) return readChunks(createChunkStore(snapshot), source, { ...request, chunks, range })
  const { part, rest } = await readPart(snapshot, range, { sourceKey, direction: 'asc', rowLimit: ROWS_A_STRETCH })
  if (part.chunk === undefined && part.rows.length === 0) return { blocks: [], isOwn: false, rest }
  const stretch = await stretchOfPart(snapshot, part, source)
  await stretch.load([request.field])
  const { at, columns } = numbersOfStretch(stretch, [request.field])
  const block = keepArrived({ at, columns: [...columns, stretch.receivedAt] }, request.arrivedBy ?? Infinity)
  return { blocks: [block], isOwn: false, rest }
}

type ChunksRequest = KnownNumbersRequest & { chunks: readonly ChunkDescription[]; range: ClosedRange }

async function readChunks(
  store: ChunkStore,
  { numbers, sourceKey }: Source,
  request: ChunksRequest,
): Promise<KnownNumbersStep> {
  const { chunks, range, field, arrivedBy } = request
  const fields = [field]
  const isRead = (chunk: ChunkDescription): boolean =>
    chunk.levels.has(field) && howManyArrived(chunk, arrivedBy) !== 'none'
  const read = chunks.filter(isRead).slice(0, READ_AT_ONCE)
  const startAts = read.map(({ startAt }) => startAt)
  const stored = await readBlocksTogether(store, { sourceKey, startAts, fields })
  const blocks: NumberBlock[] = []
  let start = range.start
  const last = read[READ_AT_ONCE - 1]
  for (const chunk of chunks) {
    start = chunk.endAt + 1
    if (!isRead(chunk)) continue
    const block = await numbersUntil(stored, { numbers, sourceKey, chunk, request })
    blocks.push(sliceNumbers(block, firstAtOrAfter(block.at, range.start), firstAtOrAfter(block.at, range.end + 1)))
    if (chunk === last) break
  }
  return { blocks, isOwn: true, rest: start > range.end ? undefined : { start, end: range.end } }
}

/** The numbers of a chunk without those that arrived later. */
async function numbersUntil(
  stored: BlockStore,
  asked: Pick<Source, 'numbers' | 'sourceKey'> & { chunk: ChunkDescription; request: KnownNumbersRequest },
): Promise<NumberBlock> {
  const { numbers, sourceKey, chunk, request } = asked
  const { field, arrivedBy = Infinity } = request
  const block = await numbers.load(stored, { sourceKey, description: chunk, fields: [field] })
  if (howManyArrived(chunk, arrivedBy) === 'all') return block
  const arrivals = await numbers.loadArrivals(stored, sourceKey, chunk)
  return keepArrived({ at: block.at, columns: [...block.columns, arrivals] }, arrivedBy)
}
