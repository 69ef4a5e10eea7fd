import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { percentile } from './percentile.ts'

describe('a percentile', () => {
  it('is the nearest rank', () => {
    const values = [15, 50, 20, 40, 35]
    assert.equal(percentile(values, 0.3), 20)
    assert.equal(percentile(values, 0.5), 35)
    assert.equal(percentile(values, 0.99), 50)
    assert.equal(percentile(values, 0), 15)
  })

  it('is not exceeded by that share of the values, and by no smaller one of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const found = percentile(values, percent / 100)
        const upTo = values.filter((value) => value <= found).length
        const below = values.filter((value) => value < found).length
        assert.ok(upTo / values.length >= percent / 100 - 1e-9)
        assert.ok(below / values.length < percent / 100)
      }),
    )
  })

  it('of nothing is no number', () => {
    assert.ok(Number.isNaN(percentile([], 0.5)))
  })
})
