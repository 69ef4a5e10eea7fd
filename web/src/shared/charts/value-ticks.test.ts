import { describe, expect, it } from 'vitest'
import { TICK_STEPS, valueTickLabels } from './chart-axes.ts'

describe('the labels of a value axis', () => {
  it.each([
    [[0, 25, 50], 25, ['0', '25', '50']],
    [[-0.5, 0, 0.5], 0.5, ['-0.5', '0.0', '0.5']],
    [[9.25, 9.5], 0.25, ['9.25', '9.50']],
    [[0, 500_000, 1_000_000], 500_000, ['0', '5e5', '1e6']],
    [[1_000_000, 1_000_002], 2, ['1,000,000', '1,000,002']],
    [[0, 1e-9, 2e-9], 1e-9, ['0', '1e-9', '2e-9']],
    [[0, 2e38, 4e38], 2e38, ['0', '2e38', '4e38']],
    [[-5e302, 0, 5e302], 5e302, ['-5e302', '0', '5e302']],
  ])('of %j are %j apart', (ticks, step, labels) => {
    expect(valueTickLabels(ticks, step)).toEqual(labels)
  })

  it('have steps for every size that a number can have', () => {
    expect(TICK_STEPS).toEqual(TICK_STEPS.toSorted((one, other) => one - other))
    expect(TICK_STEPS.at(-1)).toBeGreaterThan(1e307)
    expect(TICK_STEPS.every((step) => Number.isFinite(step))).toBe(true)
  })
})
