import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import fc from 'fast-check'
import type { NumberBlock } from '#records/store/record-reader.ts'
import { computeResults } from './compute-results.ts'
import { computePlainly, type PlainRecord } from './testing/compute-plainly.ts'

const NONE = Number.NaN

/** Cuts records into blocks of a few, as a store does. */
async function* blocks(records: readonly (readonly [number, ...number[]])[], size = 2): AsyncGenerator<NumberBlock> {
  const width = (records[0]?.length ?? 1) - 1
  for (let start = 0; start < records.length; start += size) {
    const part = records.slice(start, start + size)
    yield {
      at: Float64Array.from(part, ([at]) => at),
      columns: Array.from({ length: width }, (_, column) =>
        Float64Array.from(part, (record) => record[column + 1] ?? NONE),
      ),
    }
  }
}

interface Given {
  equation: string
  /** For each source its fields by variable, and its records. */
  inputs: { places: number[]; records: (readonly [number, ...number[]])[] }[]
  stored?: (readonly [number, number])[]
  latest?: (number | undefined)[]
  startAt?: number
  partLimit?: number
}

async function compute({ equation: text, inputs, stored = [], latest = [], startAt = 0, partLimit = 100 }: Given) {
  const { equation } = compileEquation(text)
  assert.ok(equation)
  const written: [number, number | null][] = []
  const parts = computeResults({
    equation,
    inputs: inputs.map(({ places, records }) => ({ places, blocks: blocks(records) })),
    stored: blocks(stored),
    latest,
    startAt,
    partLimit,
  })
  for await (const { at, results } of parts) at.forEach((time, index) => written.push([time, results[index] ?? null]))
  return written
}

describe('results', () => {
  it('come with every record of an input, from the latest values of the others', async () => {
    const written = await compute({
      equation: 'tank.level * pump.flow',
      inputs: [
        {
          places: [0],
          records: [
            [1, 2],
            [4, 5],
          ],
        },
        {
          places: [1],
          records: [
            [2, 10],
            [3, 20],
            [4, 30],
          ],
        },
      ],
    })

    assert.deepEqual(written, [
      [2, 20],
      [3, 40],
      [4, 150],
    ])
  })

  it('are none while an input is missing, and where something is divided by zero', async () => {
    const written = await compute({
      equation: 'a.x / b.y',
      inputs: [
        {
          places: [0],
          records: [
            [1, 6],
            [3, 8],
            [5, 9],
          ],
        },
        {
          places: [1],
          records: [
            [2, 3],
            [3, 0],
            [4, 4],
          ],
        },
      ],
    })

    assert.deepEqual(written, [
      [2, 2],
      [4, 2],
      [5, 2.25],
    ])
  })

  it('take a value that is missing in a record from the record before, and none from a record that brings nothing', async () => {
    const written = await compute({
      equation: 'a.x + a.y',
      inputs: [
        {
          places: [0, 1],
          records: [
            [1, 1, 1],
            [2, NONE, 5],
            [3, NONE, NONE],
            [4, 2, NONE],
          ],
        },
      ],
    })

    assert.deepEqual(written, [
      [1, 2],
      [2, 6],
      [4, 7],
    ])
  })

  it('begin at the start date, with what counted before it', async () => {
    const inputs: Given['inputs'] = [
      {
        places: [0],
        records: [
          [1, 2],
          [5, 3],
        ],
      },
      { places: [1], records: [[2, 10]] },
    ]

    assert.deepEqual(await compute({ equation: 'a.x * b.y', inputs, startAt: 3 }), [[5, 30]])
    assert.deepEqual(await compute({ equation: 'a.x * c.z', inputs: inputs.slice(0, 1), latest: [undefined, 7] }), [
      [1, 14],
      [5, 21],
    ])
  })

  it('are written only where they differ from what is stored, and taken back where there is none any more', async () => {
    const written = await compute({
      equation: '6 / a.x',
      inputs: [
        {
          places: [0],
          records: [
            [1, 1],
            [2, 2],
            [3, 0],
            [5, 3],
          ],
        },
      ],
      stored: [
        [1, 6],
        [2, 7],
        [3, 8],
        [4, 9],
        [6, NONE],
      ],
    })

    assert.deepEqual(written, [
      [2, 3],
      [3, null],
      [4, null],
      [5, 2],
    ])
  })

  it('are never -0, which JSON does not know', async () => {
    const [first] = await compute({ equation: '-a.x', inputs: [{ places: [0], records: [[1, 0]] }] })

    assert.ok(Object.is(first?.[1], 0))
  })

  it('are the same in parts of any size, however many inputs there are', async () => {
    const value = fc.option(fc.integer({ min: -3, max: 3 }), { nil: NONE })
    const records = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), value, value), { selector: ([at]) => at, maxLength: 20 })
      .map((list) => list.sort((one, other) => one[0] - other[0]))
    await fc.assert(
      fc.asyncProperty(records, records, fc.integer({ min: 1, max: 8 }), async (one, other, partLimit) => {
        const plain: Record<string, PlainRecord[]> = {
          a: one.map(([at, x, y]) => ({ at, fields: { x, y } })),
          b: other.map(([at, x]) => ({ at, fields: { x } })),
        }

        const written = await compute({
          equation: 'a.x / b.x + a.y',
          inputs: [
            { places: [0, 2], records: one },
            { places: [1], records: other.map(([at, x]) => [at, x]) },
          ],
          startAt: 5,
          partLimit,
        })

        assert.deepEqual(written, computePlainly('a.x / b.x + a.y', plain, 5))
      }),
    )
  })
})
