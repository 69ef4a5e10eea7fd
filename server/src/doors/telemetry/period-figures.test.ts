import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createFigureCounter } from './period-figures.ts'

const MINUTE = 60_000
const RANGE = { from: 100 * MINUTE, to: 1_000 * MINUTE }

const anyStretch = fc.array(
  fc.record({ minutes: fc.integer({ min: 1, max: 30 }), value: fc.integer({ min: 0, max: 100 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
)

describe('the figures of a period', () => {
  it('are the same whether stretches without a value above the threshold are added by value or as sums', () => {
    fc.assert(
      fc.property(
        fc.array(anyStretch, { maxLength: 12 }),
        fc.option(fc.constant(50), { nil: undefined }),
        fc.option(fc.constant({ at: 95 * MINUTE, value: 80 }), { nil: undefined }),
        (stretches, threshold, before) => {
          const holding = threshold === undefined ? undefined : { threshold, gapMs: 10 * MINUTE }
          const asked = { ...RANGE, holding, before, now: 900 * MINUTE }
          const [byValue, bySum] = [createFigureCounter(asked), createFigureCounter(asked)]
          let at = RANGE.from
          for (const stretch of stretches) {
            const times = stretch.map(({ minutes }) => (at += minutes * MINUTE))
            const values = stretch.map(({ value }) => value)
            const block = { at: Float64Array.from(times), columns: [Float64Array.from(values)] }
            byValue.add(block)
            const [min, max] = [Math.min(...values), Math.max(...values)]
            if (threshold !== undefined && max > threshold) bySum.add(block)
            else {
              bySum.addSum({
                count: values.length,
                sum: values.reduce((sum, value) => sum + value, 0),
                min,
                max,
                first: { at: times[0] ?? 0, value: values[0] ?? 0 },
                last: { at: times.at(-1) ?? 0, value: values.at(-1) ?? 0 },
              })
            }
          }

          assert.deepEqual(bySum.finish(), byValue.finish())
        },
      ),
    )
  })
})
