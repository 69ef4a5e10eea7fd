import type { Db } from '#platform/database/database.ts'
import type { CandidatesRequest, NumberBlock } from './record-reader.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ChunkStore, type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { BlockStore, ChunkLoader } from './decoded-chunk.ts'
import type { NumbersLoader } from './decoded-numbers.ts'
import type { SummaryLoader } from './decoded-summaries.ts'
import { sliceNumbers } from './merge-numbers.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'
import { numbersOfStretch } from './stretch.ts'
import { listChunksAlone, readPart, ROWS_A_STRETCH, stretchOfPart } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  /** What it loads is the caller's. */
  readonly numbers: NumbersLoader
  readonly summaries: SummaryLoader
  readonly sourceKey: number
}

interface CandidatesStep {
  readonly blocks: readonly NumberBlock[]
  /** No one else has the memory of the blocks. */
  readonly isOwn: boolean
  /** The rest of the range; undefined when nothing is left. */
  readonly rest: ClosedRange | undefined
}

/** Chunks that are looked up together: their summaries are read at once. */
const CHUNKS_AT_ONCE = 32
/** How many of these chunks have their blocks read together. */
const READ_AT_ONCE = 8

/** The next records of a range. Of a chunk that its summary rules out, only the first record with a number is returned. */
export async function readCandidates(
  snapshot: Db,
  source: Source,
  range: ClosedRange,
  request: CandidatesRequest,
): Promise<CandidatesStep> {
  const { sourceKey } = source
  const chunks = await listChunksAlone(snapshot, range, { sourceKey, limit: CHUNKS_AT_ONCE })
  if (chunks.length > 0) return readChunks(snapshot, source, { ...request, chunks, range })
  const { part, rest } = await readPart(snapshot, range, { sourceKey, direction: 'asc', rowLimit: ROWS_A_STRETCH })
  if (part.chunk === undefined && part.rows.length === 0) return { blocks: [], isOwn: false, rest }
  const stretch = await stretchOfPart(snapshot, part, source)
  await stretch.load(request.fields)
  return { blocks: [numbersOfStretch(stretch, request.fields)], isOwn: false, rest }
}

type ChunksRequest = CandidatesRequest & { chunks: readonly ChunkDescription[]; range: ClosedRange }

async function readChunks(snapshot: Db, source: Source, request: ChunksRequest): Promise<CandidatesStep> {
  const { chunks, range, fields } = request
  const [decisive = ''] = fields
  const ruledOut = await findRuledOut(snapshot, source, request)
  const read = chunks.filter((chunk) => !ruledOut.has(chunk) && chunk.levels.has(decisive)).slice(0, READ_AT_ONCE)
  const { sourceKey } = source
  const startAts = read.map(({ startAt }) => startAt)
  const store = await readBlocksTogether(createChunkStore(snapshot), { sourceKey, startAts, fields })
  const blocks: NumberBlock[] = []
  let start = range.start
  const last = read[READ_AT_ONCE - 1]
  for (const chunk of chunks) {
    start = chunk.endAt + 1
    const only = ruledOut.get(chunk)
    if (only !== undefined) blocks.push(only)
    if (only !== undefined || !chunk.levels.has(decisive)) continue
    const block = await source.numbers.load(store, { sourceKey, description: chunk, fields })
    blocks.push(sliceNumbers(block, firstAtOrAfter(block.at, range.start), firstAtOrAfter(block.at, range.end + 1)))
    if (chunk === last) break
  }
  return { blocks, isOwn: true, rest: start > range.end ? undefined : { start, end: range.end } }
}

/** The first record with a number of each chunk that lies within the range and has no candidate. */
async function findRuledOut(
  snapshot: Db,
  { summaries, sourceKey }: Source,
  { fields, isCandidate, chunks, range }: ChunksRequest,
): Promise<ReadonlyMap<ChunkDescription, NumberBlock>> {
  const [field = ''] = fields
  const wanted = chunks.flatMap((chunk) => {
    const bucketMs = chunk.levels.get(field)?.at(-1)
    const isWhole = chunk.startAt >= range.start && chunk.endAt <= range.end
    return bucketMs === undefined || !isWhole ? [] : [{ chunk, field, bucketMs }]
  })
  const found = new Map<ChunkDescription, NumberBlock>()
  for await (const { chunk, summary } of summaries.load(createChunkStore(snapshot), sourceKey, wanted)) {
    const { first, min, max } = summary
    if (min.values.some((least, bucket) => isCandidate(least, max.values[bucket] ?? least))) continue
    const columns = fields.map((_, index) => (index === 0 ? first.values.slice(0, 1) : new Float64Array([Number.NaN])))
    found.set(chunk, { at: first.at.slice(0, 1), columns })
  }
  return found
}

interface Wanted {
  readonly sourceKey: number
  readonly startAts: readonly number[]
  readonly fields: readonly string[]
}

/**
 * Reads the blocks of several chunks by two statements, and hands them out chunk by chunk: a scan of a month would ask more than a
 * hundred times otherwise, and wait longer than it works.
 */
export async function readBlocksTogether(
  store: Pick<ChunkStore, 'readTimesOf' | 'readColumnsOf'>,
  { sourceKey, startAts, fields }: Wanted,
): Promise<BlockStore> {
  if (startAts.length === 0) return { readTimes: async () => undefined, readColumns: async () => new Map() }
  const times = await store.readTimesOf(sourceKey, startAts)
  const columns = await store.readColumnsOf(sourceKey, startAts, fields)
  return {
    readTimes: async (_source, startAt) => times.get(startAt),
    readColumns: async (_source, startAt) => columns.get(startAt) ?? new Map(),
  }
}
