import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { landingPlace, reordered } from './reordered.ts'

describe('a list in which one thing is moved', () => {
  it.each([
    ['upwards', 2, 0, ['c', 'a', 'b']],
    ['downwards', 0, 2, ['b', 'c', 'a']],
    ['nowhere', 1, 1, ['a', 'b', 'c']],
  ])('has it %s', (_where, from, to, expected) => {
    expect(reordered(['a', 'b', 'c'], from, to)).toEqual(expected)
  })

  it('is as it was when there is no such thing', () => {
    expect(reordered(['a'], 3, 0)).toEqual(['a'])
  })

  it('has what is dropped on the upper half of another before it, and on the lower half behind it', () => {
    const index = fc.nat({ max: 5 })
    fc.assert(
      fc.property(index, index, fc.constantFrom('top', 'bottom' as const), (from, on, edge) => {
        fc.pre(from !== on)
        const list = ['a', 'b', 'c', 'd', 'e', 'f']
        const moved = reordered(list, from, landingPlace({ from, on, edge }))
        const distance = moved.indexOf(list[from] ?? '') - moved.indexOf(list[on] ?? '')
        expect(distance).toBe(edge === 'top' ? -1 : 1)
        expect(moved.toSorted()).toEqual(list)
      }),
    )
  })
})
