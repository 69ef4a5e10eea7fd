import { describe, expect, it } from 'vitest'
import { decimalsOf } from './occurrence-columns.tsx'

describe('the decimals of a column', () => {
  it.each([
    ['the most that one of its numbers has', [8.4, 8.57, 7], 2],
    ['none for whole numbers', [1, 20, null, undefined], 0],
    ['four at most', [1 / 3, 2], 4],
    ['none where there is no number', [null, 'x'], 0],
    ['none for odd numbers', [1e302, Number.NaN], 0],
  ])('are %s', (_what, cells, expected) => {
    expect(decimalsOf(cells)).toBe(expected)
  })
})
