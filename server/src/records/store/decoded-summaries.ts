import { LRUCache } from 'lru-cache'
import { decodeSummaryEnds } from '#records/chunks/summary-block.ts'
import type { SummaryEnds } from '#records/chunks/summary.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { blockLabel, type ChunkDescription, versionOf } from './chunk-description.ts'
import type { ChunkStore, SummaryKey } from './chunk-store.ts'
import { createBreaks } from './breaks.ts'

/** A summary of one field of a chunk. */
export interface WantedSummary {
  readonly chunk: ChunkDescription
  readonly field: string
  readonly bucketMs: number
}

interface DecodedSummary {
  readonly chunk: ChunkDescription
  readonly field: string
  readonly summary: SummaryEnds
}

type SummaryStore = Pick<ChunkStore, 'readSummaries'>

export interface SummaryLoader {
  /** The requested summaries, in any order. Throws DamagedBlockError, also for one that is missing. */
  load(store: SummaryStore, sourceKey: number, wanted: readonly WantedSummary[]): AsyncGenerator<DecodedSummary>
}

/** Summaries that are read at once. */
const BLOCKS_AT_ONCE = 256
/** A bucket has four points, each with a time and a value. */
const VALUES_A_BUCKET = 8
/** The most decoded values that are cached: some 8 MB, three months of four fields as a chart of 30 days shows them. */
const KEPT_VALUES = 1_000_000

/**
 * Reads and decodes summaries, and caches the last ones: zooming and moving along a chart ask for the same summaries again and
 * again.
 */
export function createSummaryLoader(keptValues = KEPT_VALUES): SummaryLoader {
  const kept = new LRUCache<string, SummaryEnds>({ maxSize: keptValues, sizeCalculation: valuesOf })
  return {
    async *load(store, sourceKey, wanted) {
      const missing: WantedSummary[] = []
      for (const one of wanted) {
        const summary = kept.get(keyOf(sourceKey, one))
        if (summary === undefined) missing.push(one)
        else yield { chunk: one.chunk, field: one.field, summary }
      }
      const breaks = createBreaks()
      for (let start = 0; start < missing.length; start += BLOCKS_AT_ONCE) {
        const part = missing.slice(start, start + BLOCKS_AT_ONCE)
        for (const [one, block] of await readBlocks(store, sourceKey, part)) {
          const summary = decodeSummaryEnds(block, labelOf(sourceKey, summaryKeyOf(one)))
          kept.set(keyOf(sourceKey, one), summary)
          yield { chunk: one.chunk, field: one.field, summary }
          await breaks.worked(valuesOf(summary))
        }
      }
    },
  }
}

async function readBlocks(
  store: SummaryStore,
  sourceKey: number,
  wanted: readonly WantedSummary[],
): Promise<[WantedSummary, Buffer][]> {
  const found = await store.readSummaries(sourceKey, wanted.map(summaryKeyOf))
  const blocks = new Map(found.map((key) => [labelOf(sourceKey, key), key.data]))
  return wanted.map((one) => {
    const label = labelOf(sourceKey, summaryKeyOf(one))
    const block = blocks.get(label)
    if (block === undefined) throw new DamagedBlockError(label, 'it is missing')
    return [one, block]
  })
}

function summaryKeyOf({ chunk, field, bucketMs }: WantedSummary): SummaryKey {
  return { field, bucketMs, startAt: chunk.startAt }
}

function keyOf(sourceKey: number, { chunk, field, bucketMs }: WantedSummary): string {
  return `${sourceKey}/${versionOf(chunk)}/${bucketMs}/${field}`
}

function labelOf(sourceKey: number, { field, bucketMs, startAt }: SummaryKey): string {
  return blockLabel(sourceKey, startAt, `${field} by ${bucketMs} ms`)
}

function valuesOf({ starts }: SummaryEnds): number {
  return Math.max(1, starts.length * VALUES_A_BUCKET)
}
