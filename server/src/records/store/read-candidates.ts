import type { Db } from '#platform/database/database.ts'
import type { CandidatesRequest, NumberBlock } from './record-reader.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { type ClosedRange, createChunkStore } from './chunk-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import type { NumbersLoader } from './decoded-numbers.ts'
import type { SummaryLoader } from './decoded-summaries.ts'
import { sliceNumbers } from './merge-numbers.ts'
import { firstAtOrAfter } from '#records/chunks/times.ts'
import { numberAsDrawn, numbersOfStretch } from './stretch.ts'
import { type Part, readPart, ROWS_A_STRETCH, stretchOfPart } from './walk.ts'

interface Source {
  readonly loader: ChunkLoader
  readonly numbers: NumbersLoader
  readonly summaries: SummaryLoader
  readonly sourceKey: number
}

interface CandidatesStep {
  readonly block: NumberBlock | undefined
  /** The rest of the range; undefined when nothing is left. */
  readonly rest: ClosedRange | undefined
}

/** The next records of a range. Of a chunk that its summary rules out, only the first record with a number is returned. */
export async function readCandidates(
  snapshot: Db,
  source: Source,
  range: ClosedRange,
  request: CandidatesRequest,
): Promise<CandidatesStep> {
  const { sourceKey } = source
  const { part, rest } = await readPart(snapshot, range, { sourceKey, direction: 'asc', rowLimit: ROWS_A_STRETCH })
  return { block: await blockOf(snapshot, source, part, request), rest }
}

async function blockOf(
  snapshot: Db,
  source: Source,
  part: Part,
  request: CandidatesRequest,
): Promise<NumberBlock | undefined> {
  const { fields } = request
  const { chunk, rows, range } = part
  if (chunk === undefined || rows.length > 0) {
    if (rows.length === 0) return undefined
    const stretch = await stretchOfPart(snapshot, part, source)
    await stretch.load(fields)
    return numbersOfStretch(stretch, fields, numberAsDrawn)
  }
  const [decisive = ''] = fields
  if (!chunk.levels.has(decisive)) return undefined
  const only = await readRuledOut(snapshot, source, { ...request, chunk, range })
  if (only !== undefined) return only
  const store = createChunkStore(snapshot)
  const block = await source.numbers.load(store, { sourceKey: source.sourceKey, description: chunk, fields })
  return sliceNumbers(block, firstAtOrAfter(block.at, range.start), firstAtOrAfter(block.at, range.end + 1))
}

/** The first record with a number of a chunk that lies within the range and has no candidate. */
async function readRuledOut(
  snapshot: Db,
  { summaries, sourceKey }: Source,
  { fields, isCandidate, chunk, range }: CandidatesRequest & { chunk: ChunkDescription; range: ClosedRange },
): Promise<NumberBlock | undefined> {
  const [field = ''] = fields
  const bucketMs = chunk.levels.get(field)?.at(-1)
  if (bucketMs === undefined || chunk.startAt < range.start || chunk.endAt > range.end) return undefined
  for await (const { summary } of summaries.load(createChunkStore(snapshot), sourceKey, [{ chunk, field, bucketMs }])) {
    const { first, min, max } = summary
    for (let bucket = 0; bucket < min.values.length; bucket += 1) {
      if (isCandidate(min.values[bucket] ?? 0, max.values[bucket] ?? 0)) return undefined
    }
    const columns = fields.map((_, index) => (index === 0 ? first.values.slice(0, 1) : new Float64Array([Number.NaN])))
    return { at: first.at.slice(0, 1), columns }
  }
  return undefined
}
