import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TICK_STEPS, valueTickLabels } from './chart-axes.ts'

describe('the labels of a value axis', () => {
  it.each([
    [[0, 25, 50], 25, ['0', '25', '50']],
    [[-0.5, 0, 0.5], 0.5, ['-0.5', '0.0', '0.5']],
    [[9.25, 9.5], 0.25, ['9.25', '9.50']],
    [[0, 500_000, 1_000_000], 500_000, ['0', '5e5', '1e6']],
    [[12_345_678.6, 12_345_678.7], 0.1, ['12,345,678.6', '12,345,678.7']],
    [[-122.40642, -122.4064], 2e-5, ['-122.40642', '-122.40640']],
    [[1.000_000_01, 1.000_000_02], 1e-8, ['1.00000001', '1.00000002']],
    [[1_700_000_000_000, 1_700_000_001_000], 1000, ['1.7e12', '1.700000001e12']],
    [[1_235_000_000_000, 1_236_000_000_000], 1e9, ['1.235e12', '1.236e12']],
    [[-1e308, 0, 1e308], 1e308, ['-1e308', '0', '1e308']],
    [[1_000_000, 1_000_002], 2, ['1,000,000', '1,000,002']],
    [[0, 1e-9, 2e-9], 1e-9, ['0', '1e-9', '2e-9']],
    [[0, 2e38, 4e38], 2e38, ['0', '2e38', '4e38']],
    [[-5e302, 0, 5e302], 5e302, ['-5e302', '0', '5e302']],
  ])('of %j are %j apart', (ticks, step, labels) => {
    expect(valueTickLabels(ticks, step)).toEqual(labels)
  })

  it('tell ticks apart, whatever their size and distance are', () => {
    const exponent = fc.integer({ min: -30, max: 300 })
    fc.assert(
      fc.property(
        fc.integer({ min: -5000, max: 5000 }),
        fc.constantFrom(1, 2, 2.5, 5),
        exponent,
        (first, digit, power) => {
          const step = Number(`${digit}e${power}`)
          const ticks = [first, first + 1, first + 2].map((times) => Number((times * step).toPrecision(8)))
          expect(new Set(valueTickLabels(ticks, step)).size).toBe(3)
        },
      ),
    )
  })

  it('have steps for every size that a number can have', () => {
    expect(TICK_STEPS).toEqual(TICK_STEPS.toSorted((one, other) => one - other))
    expect(TICK_STEPS.at(-1)).toBeGreaterThan(1e307)
    expect(TICK_STEPS.every((step) => Number.isFinite(step))).toBe(true)
  })
})
