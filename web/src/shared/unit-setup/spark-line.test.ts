import { describe, expect, it } from 'vitest'
import { sparkLine } from './first-values.tsx'

describe('a small line', () => {
  it('goes by time from left to right, with the highest value on top', () => {
    const points = [
      { at: 1_000, value: 5 },
      { at: 2_000, value: 20 },
      { at: 5_000, value: 10 },
    ]

    expect(sparkLine(points)).toBe('0,30 25,0 100,20')
  })

  it('lies in the middle while the value does not change', () => {
    expect(
      sparkLine([
        { at: 1, value: 7 },
        { at: 2, value: 7 },
      ]),
    ).toBe('0,15 100,15')
  })
})
