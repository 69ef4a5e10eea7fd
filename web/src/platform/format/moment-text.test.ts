import { afterAll, describe, expect, it, vi } from 'vitest'

// A zone that is behind UTC by half hours, and not by the same in winter and in summer. Formats keep the zone they were made in.
vi.stubEnv('TZ', 'America/St_Johns')
vi.resetModules()
const { formatAgo, formatClock, formatMoment } = await import('./moment-text.ts')
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const AT = new Date(2026, 5, 5, 14, 5, 9).getTime()

describe('times', () => {
  it('follow the format that the user chose', () => {
    expect(formatClock(AT, { timeFormat: '24Hour' })).toBe('14:05')
    expect(formatClock(AT, { timeFormat: '12Hour' })).toMatch(/^2:05\sPM$/)
    expect(formatMoment(AT, '24Hour')).toBe('5 Jun 2026, 14:05:09')
  })

  it.each([
    ['2026-01-15T02:30:00Z', 210, '14 Jan 2026, 23:00:00'],
    ['2026-07-15T02:30:00Z', 150, '15 Jul 2026, 00:00:00'],
  ])('stand in the zone of the browser: %s, moved by its offset of %d minutes', (utc, offset, text) => {
    expect(new Date(utc).getTimezoneOffset()).toBe(offset)
    expect(formatMoment(Date.parse(utc), '24Hour')).toBe(text)
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
