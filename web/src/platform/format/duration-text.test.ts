import { describe, expect, it } from 'vitest'
import { formatDuration } from './duration-text.ts'

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [420, '420 ms'],
    [1000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [312_000, '5 min 12 s'],
    [3 * 3_600_000 + 300_000, '3 h 5 min'],
    [86_400_000, '1 d'],
    [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
    [4_000 * 86_400_000, '4,000 d'],
  ])('of %s ms reads %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })
})
