import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeriesBuffer, type SeriesBuffer } from './series-buffer.ts'

function rowsOf(buffer: SeriesBuffer): (number | null)[][] {
  const { x, columns } = buffer.data()
  return Array.from(x, (at, row) => [
    at,
    ...columns.map((column) => (Number.isNaN(column[row]) ? null : (column[row] ?? null))),
  ])
}

type Change = { at: number; values: [number | undefined, number | undefined] } | { trim: number }

const value = fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: undefined })
const at = fc.integer({ min: 0, max: 600 })
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ at, values: fc.tuple(value, value) }) },
  { weight: 1, arbitrary: fc.record({ trim: at }) },
)

/** The same by the plainest means: a sorted map of rows. */
function model(changes: Change[]): (number | null)[][] {
  const rows = new Map<number, [number | null, number | null]>()
  for (const one of changes) {
    if ('trim' in one) {
      for (const time of new Set(rows.keys())) if (time < one.trim) rows.delete(time)
    } else {
      const [first = null, second = null] = rows.get(one.at) ?? []
      rows.set(one.at, [one.values[0] ?? first, one.values[1] ?? second])
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([time, values]) => [time, ...values])
}

describe('a series buffer', () => {
  // spec 1-3-47
  it('holds what a sorted map would hold after any upserts and trims', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 700 }), (changes) => {
        const buffer = createSeriesBuffer(2)
        for (const one of changes) {
          if ('trim' in one) buffer.trimBefore(one.trim)
          else buffer.upsert(one.at, one.values)
        }
        expect(rowsOf(buffer)).toEqual(model(changes))
        expect(buffer.length).toBe(model(changes).length)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps a rolling window without growing', () => {
    const buffer = createSeriesBuffer(1)
    for (let second = 0; second < 50_000; second += 1) {
      buffer.upsert(second, [second])
      buffer.trimBefore(second - 99)
    }

    expect(buffer.length).toBe(100)
    expect(buffer.data().x.buffer.byteLength).toBeLessThanOrEqual(512 * 8)
    expect(rowsOf(buffer)[0]).toEqual([49_900, 49_900])
  })

  it('takes loaded data and continues from there', () => {
    const buffer = createSeriesBuffer(2)
    buffer.upsert(1, [9, 9])

    buffer.load({ x: Float64Array.of(10, 20), columns: [Float64Array.of(1, NaN)] })
    buffer.upsert(30, [3, 4])
    buffer.upsert(20, [undefined, 5])

    expect(rowsOf(buffer)).toEqual([
      [10, 1, null],
      [20, null, 5],
      [30, 3, 4],
    ])
  })

  it('takes no more room for rows that come as others are dropped', () => {
    const buffer = createSeriesBuffer(1)
    const rows = 4000
    const x = Float64Array.from({ length: rows }, (_, row) => row)
    buffer.load({ x, columns: [x] })
    const room = buffer.data().x.buffer.byteLength
    for (let row = rows; row < 4 * rows; row += 1) {
      buffer.upsert(row, [row])
      buffer.trimBefore(row + 1 - rows)
    }

    expect(buffer.length).toBe(rows)
    expect(buffer.data().x.buffer.byteLength).toBe(room)
  })
})
