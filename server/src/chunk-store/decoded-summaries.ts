import { DamagedBlockError } from '#chunks/sealed-block.ts'
import { decodeSummaryEnds } from '#chunks/summary-block.ts'
import type { SummaryEnds } from '#chunks/summary.ts'
import { blockLabel } from './chunk-description.ts'
import type { ChunkStore, SummaryKey } from './chunk-store.ts'
import { createTurns } from './next-turn.ts'

/** Summaries that are read at once. */
const BLOCKS_AT_ONCE = 256
/** A bucket has four points, each with a time and a value. */
const VALUES_A_BUCKET = 8

/** The summaries that were asked for, in any order. Throws DamagedBlockError for one that is not there, too. */
export async function* readSummaries(
  store: ChunkStore,
  sourceKey: number,
  keys: readonly SummaryKey[],
): AsyncGenerator<{ field: string; summary: SummaryEnds }> {
  const turns = createTurns()
  for (let start = 0; start < keys.length; start += BLOCKS_AT_ONCE) {
    const wanted = keys.slice(start, start + BLOCKS_AT_ONCE)
    const found = await store.readSummaries(sourceKey, wanted)
    if (found.length < wanted.length) throw missingOf(sourceKey, wanted, found)
    for (const key of found) {
      const summary = decodeSummaryEnds(key.data, labelOf(sourceKey, key))
      yield { field: key.field, summary }
      await turns.worked(summary.starts.length * VALUES_A_BUCKET)
    }
  }
}

function missingOf(sourceKey: number, wanted: readonly SummaryKey[], found: readonly SummaryKey[]): DamagedBlockError {
  const there = new Set(found.map((key) => labelOf(sourceKey, key)))
  const label = wanted.map((key) => labelOf(sourceKey, key)).find((one) => !there.has(one))
  return new DamagedBlockError(label ?? '', 'it is missing')
}

function labelOf(sourceKey: number, { field, bucketMs, startAt }: SummaryKey): string {
  return blockLabel(sourceKey, startAt, `${field} by ${bucketMs} ms`)
}
