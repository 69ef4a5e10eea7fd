import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeSummaries } from '#records/chunks/summary-levels.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import type { ChunkDescription } from './chunk-description.ts'
import type { SummaryKey } from './chunk-store.ts'
import { createSummaryLoader, type SummaryLoader, type WantedSummary } from './decoded-summaries.ts'

const COUNT = 4_000
const at = Float64Array.from({ length: COUNT }, (_, index) => index * 1_000)
const [level] = encodeSummaries(at, at)

describe('summaries that are remembered', () => {
  it('are read once for all requests', async () => {
    const { store, asked } = buildStore()
    const loader = createSummaryLoader()

    const first = await load(loader, store, [wantedOf({ startAt: 1 }), wantedOf({ startAt: 2 })])
    const again = await load(loader, store, [wantedOf({ startAt: 2 }), wantedOf({ startAt: 3 })])

    assert.deepEqual(asked, [[1, 2], [3]])
    assert.equal(again[0]?.summary, first[1]?.summary)
  })

  it('are read again when the chunk is another one', async () => {
    const { store, asked } = buildStore()
    const loader = createSummaryLoader()

    await load(loader, store, [wantedOf({ startAt: 1, lastReceivedAt: 10 })])
    await load(loader, store, [wantedOf({ startAt: 1, lastReceivedAt: 11 })])

    assert.deepEqual(asked, [[1], [1]])
  })

  it('make place for those that were used later', async () => {
    const { store, asked } = buildStore()
    const bucketCount =
      (await load(createSummaryLoader(), store, [wantedOf({ startAt: 0 })]))[0]?.summary.starts.length ?? 0
    asked.length = 0
    const loader = createSummaryLoader(2 * 8 * bucketCount)

    for (const startAt of [1, 2, 1, 3, 1, 2]) await load(loader, store, [wantedOf({ startAt })])

    assert.deepEqual(asked, [[1], [2], [3], [2]])
  })

  it('are distinguished by source, field and width', async () => {
    const { store, asked } = buildStore()
    const loader = createSummaryLoader()

    await load(loader, store, [wantedOf({ startAt: 1 })])
    await load(loader, store, [wantedOf({ startAt: 1 })], 8)
    await load(loader, store, [{ ...wantedOf({ startAt: 1 }), field: 'flow' }])
    await load(loader, store, [{ ...wantedOf({ startAt: 1 }), bucketMs: 5 }])

    assert.equal(asked.length, 4)
  })

  it('are damaged when one of them is missing', async () => {
    const store = { readSummaries: async () => [] }

    await assert.rejects(
      load(createSummaryLoader(), store, [wantedOf({ startAt: 1 })]),
      (error: unknown) => error instanceof DamagedBlockError && error.message.includes('it is missing'),
    )
  })
})

type Store = Parameters<SummaryLoader['load']>[0]

/** Has every summary, and notes the starts of those that it is asked for. */
function buildStore(): { store: Store; asked: number[][] } {
  const asked: number[][] = []
  const readSummaries = async (_: number, keys: readonly SummaryKey[]) => {
    asked.push(keys.map(({ startAt }) => startAt))
    return keys.map((key) => ({ ...key, data: level?.block ?? Buffer.alloc(0) }))
  }
  return { store: { readSummaries }, asked }
}

function wantedOf(given: Partial<ChunkDescription>): WantedSummary {
  const chunk: ChunkDescription = {
    startAt: 0,
    endAt: COUNT * 1_000,
    count: COUNT,
    firstReceivedAt: 10,
    lastReceivedAt: 10,
    levels: new Map([['level', [level?.bucketMs ?? 0]]]),
    hasRecords: true,
    ...given,
  }
  return { chunk, field: 'level', bucketMs: level?.bucketMs ?? 0 }
}

function load(loader: SummaryLoader, store: Store, wanted: readonly WantedSummary[], sourceKey = 7) {
  return Array.fromAsync(loader.load(store, sourceKey, wanted))
}
