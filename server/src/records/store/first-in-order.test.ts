import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { keepFirst } from './first-in-order.ts'

describe('the first few of many', () => {
  it('are those that sorting all of them would put in front', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 })), fc.integer({ min: 0, max: 12 }), (numbers, limit) => {
        const first = keepFirst<number>(limit, (one, other) => one - other)
        for (const number of numbers) first.add(number)

        assert.deepEqual(first.finish(), numbers.toSorted((one, other) => one - other).slice(0, limit))
      }),
    )
  })
})
