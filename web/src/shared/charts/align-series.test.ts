import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignSeries } from './align-series.ts'
import type { SeriesData } from './series-buffer.ts'

const part: fc.Arbitrary<SeriesData> = fc
  .uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 80 })
  .map((times) => Float64Array.from(times.sort((a, b) => a - b)))
  .map((x) => ({ x, columns: [x.map((at) => at * 2)] }))

describe('aligning series', () => {
  it('has every time of every source once, in order', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const { x } = alignSeries(parts)
        const times = new Set(parts.flatMap((one) => [...one.x]))
        expect([...x]).toEqual([...times].sort((a, b) => a - b))
      }),
    )
  })

  it('keeps every value at its time and invents none', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const { x, columns } = alignSeries(parts)
        parts.forEach((one, index) => {
          const seen = [...x].filter((_at, row) => !Number.isNaN(columns[index]?.[row]))
          expect(seen).toEqual([...one.x])
          for (const [row, at] of x.entries()) {
            if (one.x.includes(at)) expect(columns[index]?.[row]).toBe(at * 2)
          }
        })
      }),
    )
  })

  it('gives a single source back as it is', () => {
    const only = { x: Float64Array.of(1, 2), columns: [Float64Array.of(3, 4)] }

    expect(alignSeries([only])).toBe(only)
  })
})
