import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignedSeries, gridSpan } from './compared-series.ts'

describe('the compared period', () => {
  it('is drawn where it is compared, part by part, without the records that have no place', () => {
    const data = { x: Float64Array.of(0, 10, 20, 30, 40), columns: [Float64Array.of(1, 2, NaN, 4, 5)] }

    const aligned = alignedSeries(data, [
      { from: 100, to: 120, byMs: 100 },
      { from: 120, to: 130, byMs: 110 },
      { from: 200, to: 210, byMs: 160 },
    ])

    expect([...aligned.x]).toEqual([100, 110, 120, 200])
    expect(aligned.columns.map((column) => [...column])).toEqual([[1, 2, 2, 5]])
  })

  it('is read on a grid that reaches beyond what is in sight', () => {
    const times = fc.integer({ min: 0, max: 4e12 })
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 1e11 }), (from, length) => {
        const span = gridSpan({ from, to: from + length })
        expect(span.from).toBeLessThanOrEqual(from)
        expect(span.to).toBeGreaterThan(from + length)
        expect(span.to - span.from).toBeLessThanOrEqual(2 * length + 8)
      }),
    )
  })

  it('is not read again for a small move', () => {
    const hour = 3_600_000
    const keys = new Set(
      Array.from({ length: 60 }, (_, minute) => {
        const from = 1e12 + minute * 60_000
        return JSON.stringify(gridSpan({ from, to: from + 24 * hour }))
      }),
    )

    expect(keys.size).toBeLessThan(4)
  })
})
