import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTypedRange, parseTypedRange } from './typed-range.ts'

const FROM = new Date(2026, 5, 1, 9, 30, 0).getTime()
const TO = new Date(2026, 5, 2, 23, 59, 59).getTime()

describe('a typed range', () => {
  // spec 1-5-11
  it('has the pattern YYYY-MM-DD HH:mm:ss ~ YYYY-MM-DD HH:mm:ss and covers its last second', () => {
    expect(parseTypedRange('2026-06-01 09:30:00 ~ 2026-06-02 23:59:59')).toEqual({ from: FROM, to: TO + 999 })
    expect(formatTypedRange({ from: FROM, to: TO + 999 })).toBe('2026-06-01 09:30:00 ~ 2026-06-02 23:59:59')
  })

  // spec 1-5-12, 1-5-13
  it.each([
    ['nothing', ''],
    ['a range without an end', '2026-06-01 09:30:00'],
    ['another separator', '2026-06-01 09:30:00 - 2026-06-02 09:30:00'],
    ['times without seconds', '2026-06-01 09:30 ~ 2026-06-02 09:30'],
    ['a year before 2000', '1999-06-01 09:30:00 ~ 2026-06-02 09:30:00'],
    ['a year after 2099', '2026-06-01 09:30:00 ~ 2100-06-02 09:30:00'],
    ['a day that its month does not have', '2026-02-30 09:30:00 ~ 2026-06-02 09:30:00'],
    ['hour 24', '2026-06-01 24:00:00 ~ 2026-06-02 09:30:00'],
    ['a start after its end', '2026-06-02 09:30:00 ~ 2026-06-01 09:30:00'],
    ['a start that is its end', '2026-06-01 09:30:00 ~ 2026-06-01 09:30:00'],
    ['more than a range', '2026-06-01 09:30:00 ~ 2026-06-02 09:30:00!'],
  ])('is not %s', (_what, text) => {
    expect(parseTypedRange(text)).toBeUndefined()
  })

  it('is read as it was written', () => {
    const second = fc.integer({ min: Date.UTC(2001, 0, 1) / 1000, max: Date.UTC(2099, 0, 1) / 1000 })
    fc.assert(
      fc.property(second, fc.integer({ min: 1, max: 90_000_000 }), (from, length) => {
        const text = formatTypedRange({ from: from * 1000, to: (from + Math.min(length, 86_400 * 300)) * 1000 })
        const read = parseTypedRange(text)
        // An hour that a zone has twice is read as one of both: the words stay the same.
        expect(read && formatTypedRange(read)).toBe(text)
      }),
    )
  })
})
