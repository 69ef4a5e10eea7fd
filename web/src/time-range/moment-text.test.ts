import { describe, expect, it } from 'vitest'
import { formatAgo, formatClock, formatMoment } from './moment-text.ts'

const AT = new Date(2026, 5, 5, 14, 5, 9).getTime()

describe('times', () => {
  it('follow the format that the user chose', () => {
    expect(formatClock(AT, { timeFormat: '24Hour' })).toBe('14:05')
    expect(formatClock(AT, { timeFormat: '12Hour' })).toMatch(/^2:05\sPM$/)
    expect(formatMoment(AT, '24Hour')).toBe('5 Jun 2026, 14:05:09')
  })

  it.each([
    [-3000, 'now'],
    [4999, 'now'],
    [12_000, '12 s ago'],
    [300_000, '5 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [47 * 3_600_000, '47 h ago'],
    [72 * 3_600_000, '3 d ago'],
  ])('%d ms ago read %s', (age, text) => {
    expect(formatAgo(AT - age, AT)).toBe(text)
  })
})
