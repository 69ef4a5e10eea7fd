import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeChunk } from '#records/chunks/chunk.ts'
import type { ColumnValues } from '#records/chunks/column.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { createNumbersLoader } from './decoded-numbers.ts'
import type { BlockStore } from './decoded-chunk.ts'

const AT = Float64Array.of(10, 20, 30)
const CHUNK = encodeChunk({
  at: AT,
  receivedAt: AT,
  columns: new Map<string, ColumnValues>([
    ['level', Float64Array.of(1.5, 2.5, 3.5)],
    ['on', [true, undefined, false]],
  ]),
})

describe('numbers of chunks that are remembered', () => {
  it('are decoded once, each column when it is asked for', async () => {
    const { store, asked } = buildStore()
    const { load } = createNumbersLoader()

    const first = await load(store, wantedOf(['level']))
    const second = await load(store, wantedOf(['on', 'level']))

    assert.deepEqual(asked, ['times', 'level', 'on'])
    assert.deepEqual(first, { at: AT, columns: [Float64Array.of(1.5, 2.5, 3.5)] })
    assert.deepEqual(second, { at: AT, columns: [Float64Array.of(1, Number.NaN, 0), Float64Array.of(1.5, 2.5, 3.5)] })
  })

  it('are not asked for when all of them are there, or none can be', async () => {
    const { store, reads } = buildStore()
    const { load } = createNumbersLoader()

    await load(store, wantedOf(['level', 'flow']))
    await load(store, wantedOf(['level', 'flow']))
    await load(store, wantedOf(['flow']))

    assert.equal(reads(), 1)
  })

  it('have NaN for a field that the chunk does not have', async () => {
    const { store } = buildStore()

    const { columns } = await createNumbersLoader().load(store, wantedOf(['flow']))

    assert.deepEqual(columns, [new Float64Array(3).fill(Number.NaN)])
  })

  it('are decoded again when the chunk is another one', async () => {
    const { store, asked } = buildStore()
    const { load } = createNumbersLoader()

    await load(store, wantedOf(['level']))
    await load(store, wantedOf(['level'], { lastReceivedAt: 31 }))

    assert.deepEqual(asked, ['times', 'level', 'times', 'level'])
  })

  it('make place for those that were used later', async () => {
    const { store, asked } = buildStore()
    const { loadTimes } = createNumbersLoader(2 * (AT.length + 1))
    const ask = (lastReceivedAt: number) =>
      loadTimes(store, 7, wantedOf([], { lastReceivedAt }).description).then(() => asked.length)

    const counts = []
    for (const version of [1, 2, 1, 3, 1, 2]) counts.push(await ask(version))

    assert.deepEqual(counts, [1, 2, 2, 3, 3, 4])
  })

  it('are damaged when a block is missing or has another number of values', async () => {
    const { store } = buildStore()
    const { load } = createNumbersLoader()
    const without: BlockStore = { ...store, readColumns: async () => new Map() }

    await assert.rejects(load(without, wantedOf(['level'])), DamagedBlockError)
    await assert.rejects(load(store, wantedOf(['level'], { count: 4, lastReceivedAt: 32 })), DamagedBlockError)
  })
})

/** Has one chunk, and notes which blocks it is asked for. */
function buildStore(): { store: BlockStore; asked: string[]; reads: () => number } {
  const asked: string[] = []
  let reads = 0
  return {
    asked,
    reads: () => reads,
    store: {
      readTimes: async () => {
        asked.push('times')
        return { times: CHUNK.times, arrivals: undefined }
      },
      readColumns: async (_sourceKey, _startAt, fields) => {
        reads += 1
        asked.push(...fields)
        return new Map(fields.map((field) => [field, CHUNK.columns.get(field)?.values ?? Buffer.alloc(0)]))
      },
    },
  }
}

function wantedOf(fields: readonly string[], given: Partial<ChunkDescription> = {}) {
  const description: ChunkDescription = {
    startAt: 10,
    endAt: 30,
    count: 3,
    firstReceivedAt: 10,
    lastReceivedAt: 30,
    levels: new Map([
      ['level', []],
      ['on', []],
    ]),
    hasRecords: true,
    ...given,
  }
  return { sourceKey: 7, description, fields }
}
