import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeChunk, encodeChunk, type ChunkRecords } from './chunk.ts'
import type { ColumnValue } from './column.ts'
import { DamagedBlockError } from './sealed-block.ts'
import { decodeSummary } from './summary-block.ts'
import { anyTimes, anyValue } from './testing/arbitrary-values.ts'
import { decodeArrivals, decodeTimes, encodeArrivals, encodeTimes } from './times.ts'

const anyRecords: fc.Arbitrary<ChunkRecords> = anyTimes
  .filter((at) => at.length > 0)
  .chain((at) => {
    const column = fc.array(anyValue, { minLength: at.length, maxLength: at.length })
    const delays = fc.array(fc.integer({ min: -5000, max: 1e9 }), { minLength: at.length, maxLength: at.length })
    return fc.record(
      {
        at: fc.constant(at),
        receivedAt: delays.map((some) => at.map((time, index) => time + (some[index] ?? 0))),
        columns: fc
          .array(fc.tuple(fc.string(), column), { maxLength: 4 })
          .map((columns) => new Map<string, ColumnValue[]>(columns)),
      },
      { noNullPrototype: true },
    )
  })

describe('chunk', () => {
  it('gives back its records bit for bit', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        assert.deepEqual(decodeChunk(encodeChunk(records), 'any'), records)
      }),
      { numRuns: 50 },
    )
  })

  it('knows its first and last time', () => {
    const chunk = encodeChunk(build({ at: [10, 20, 35] }))

    assert.deepEqual([chunk.startAt, chunk.endAt, chunk.count], [10, 35, 3])
  })

  it('summarises what can be drawn, and only that', () => {
    const at = Array.from({ length: 200 }, (_, index) => index * 1000)
    const columns = new Map<string, ColumnValue[]>([
      ['temp', at.map((_, index) => index)],
      ['pump', at.map((_, index) => index % 2 === 0)],
      ['state', at.map(() => 'OK')],
    ])
    const chunk = encodeChunk({ ...build({ at }), columns })

    const sums = (field: string): number[] =>
      (chunk.columns.get(field)?.summaries ?? []).map(({ block }) =>
        decodeSummary(block, field).sums.reduce((sum, part) => sum + part),
      )
    assert.deepEqual([sums('temp'), sums('pump'), sums('state')], [[19_900], [100], []])
  })

  it('names the block that is damaged', () => {
    const chunk = encodeChunk({ ...build({ at: [10, 20] }), columns: new Map([['temp', [1, 2]]]) })
    chunk.columns.get('temp')?.values.fill(7, 4)

    assert.throws(
      () => decodeChunk(chunk, 'chunk 9'),
      (error) => error instanceof DamagedBlockError && error.label === 'chunk 9 temp',
    )
  })

  it('names a block that belongs to another chunk', () => {
    const chunk = encodeChunk({ ...build({ at: [10, 20] }), columns: new Map([['temp', [1, 2]]]) })
    const other = encodeChunk({ ...build({ at: [10] }), columns: new Map([['temp', [1]]]) })

    assert.throws(
      () => decodeChunk({ ...chunk, columns: other.columns }, 'chunk 9'),
      /chunk 9 temp is damaged: it has 1 values instead of 2/,
    )
  })

  it('refuses records that are out of order, and columns that are too short', () => {
    assert.throws(() => encodeChunk(build({ at: [] })), RangeError)
    assert.throws(() => encodeChunk(build({ at: [10, 10] })), RangeError)
    assert.throws(() => encodeChunk(build({ at: [10, 5] })), RangeError)
    assert.throws(() => encodeChunk(build({ at: [0.5] })), RangeError)
    assert.throws(() => encodeChunk({ ...build({ at: [10, 20] }), columns: new Map([['temp', [1]]]) }), RangeError)
  })
})

describe('times of a chunk', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(anyTimes, (at) => {
        assert.deepEqual(decodeTimes(encodeTimes(at), 'times'), at)
      }),
    )
  })

  it('take next to nothing when they are regular, and a byte when they jitter', () => {
    const regular = Float64Array.from({ length: 10_000 }, (_, index) => 1.7e12 + index * 1000)
    const jittering = regular.map((time, index) => time + ((index * 7919) % 13))

    assert.ok(encodeTimes(regular).length < 60)
    assert.ok(encodeTimes(jittering).length < 10_000)
  })

  it('of arrival cost little for records that arrive one by one, and for those that arrive together', () => {
    const at = Float64Array.from({ length: 10_000 }, (_, index) => 1.7e12 + index * 1000 + ((index * 7919) % 500))
    const oneByOne = at.map((time) => time + 80)
    const together = at.map(() => 1.8e12)

    for (const arrivals of [oneByOne, together]) {
      assert.ok(encodeArrivals(arrivals, at).length < 60)
      assert.deepEqual(decodeArrivals(encodeArrivals(arrivals, at), at, 'arrivals'), arrivals)
    }
  })
})

function build({ at }: { at: number[] }): ChunkRecords {
  return { at: Float64Array.from(at), receivedAt: Float64Array.from(at), columns: new Map() }
}
