import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMomentCache } from './moment-cache.ts'

describe('the cache of moments', () => {
  it('drops what was not used for longest', () => {
    const cache = createMomentCache<string>({ most: 2 })
    cache.add(1, 'one', 1)
    cache.add(2, 'two', 1)
    cache.get(1)
    cache.add(3, 'three', 1)

    expect([...cache.moments()]).toEqual([1, 3])
  })

  it('never holds more than it may, but for one that is larger by itself', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 9 }))), (added) => {
        const cache = createMomentCache<number>({ most: 8 })
        for (const [at, weight] of added) cache.add(at, weight, weight)
        const weights = [...cache.moments()].map((at) => cache.get(at) ?? 0)
        const sum = weights.reduce((all, weight) => all + weight, 0)
        expect(sum <= 8 || weights.length === 1).toBe(true)
        const last = added.at(-1)
        if (last !== undefined) expect(cache.get(last[0])).toBe(last[1])
      }),
    )
  })
})
