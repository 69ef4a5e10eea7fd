import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatPickedRange,
  parsePickedRange,
  RANGE_SHORTCUTS,
  spanOfPicked,
  type RangeShortcut,
} from './picked-range.ts'
import { shortcutName } from './range-names.ts'
import { formatTypedRange } from './typed-range.ts'

const NOW = new Date(2026, 2, 10, 14, 5, 9).getTime()

describe('the shortcuts of the date-range picker', () => {
  // spec 1-2-78
  it('are Today, Yesterday, Last 7 Days, Last 15 Days, This Month and Last Month', () => {
    expect(RANGE_SHORTCUTS.map(shortcutName)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 Days',
      'Last 15 Days',
      'This Month',
      'Last Month',
    ])
  })

  it.each<[RangeShortcut, string]>([
    ['today', '2026-03-10 00:00:00 ~ 2026-03-10 14:05:09'],
    ['yesterday', '2026-03-09 00:00:00 ~ 2026-03-09 23:59:59'],
    ['last-7-days', '2026-03-04 00:00:00 ~ 2026-03-10 14:05:09'],
    ['last-15-days', '2026-02-24 00:00:00 ~ 2026-03-10 14:05:09'],
    ['this-month', '2026-03-01 00:00:00 ~ 2026-03-10 14:05:09'],
    ['last-month', '2026-02-01 00:00:00 ~ 2026-02-28 23:59:59'],
  ])('%s is %s', (shortcut, expected) => {
    expect(formatTypedRange(spanOfPicked({ kind: 'shortcut', shortcut }, NOW))).toBe(expected)
  })

  it('begin before they end, also on the first second of a day', () => {
    const midnight = new Date(2026, 2, 1).getTime()
    for (const shortcut of RANGE_SHORTCUTS) {
      const { from, to } = spanOfPicked({ kind: 'shortcut', shortcut }, midnight)
      expect(to).toBeGreaterThan(from)
    }
  })
})

describe('a chosen range in the address', () => {
  it('stays relative when it is a shortcut', () => {
    expect(formatPickedRange({ kind: 'shortcut', shortcut: 'last-7-days' })).toBe('last-7-days')
    expect(parsePickedRange('last-7-days')).toEqual({ kind: 'shortcut', shortcut: 'last-7-days' })
  })

  it('is read as it was written', () => {
    const at = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 0, 1) })
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 10 ** 10 }), (from, length) => {
        const range = { kind: 'fixed', from, to: from + length } as const
        expect(parsePickedRange(formatPickedRange(range))).toEqual(range)
      }),
    )
  })

  it('counts as none when it makes no sense', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parsePickedRange(text)
        expect(read === undefined || read.kind === 'shortcut' || read.from < read.to).toBe(true)
      }),
    )
    expect(parsePickedRange('2026-06-02T00:00:00Z~2026-06-01T00:00:00Z')).toBeUndefined()
    expect(parsePickedRange('next-week')).toBeUndefined()
  })
})
