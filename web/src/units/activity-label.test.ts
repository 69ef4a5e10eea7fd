import { describe, expect, it } from 'vitest'
import { activityOf } from './activity-label.ts'

const NOW = Date.parse('2026-06-15T12:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function utc(agoMs: number): string {
  return new Date(NOW - agoMs).toISOString()
}

describe('the activity label', () => {
  it.each([
    [0, 'Current', 'current'],
    [10 * MINUTE - 1, 'Current', 'current'],
    [-5 * MINUTE, 'Current', 'current'],
    [10 * MINUTE, '10 minutes ago', 'late'],
    [12 * MINUTE, '10 minutes ago', 'late'],
    [13 * MINUTE, '15 minutes ago', 'late'],
    [HOUR - 1, '60 minutes ago', 'late'],
    [HOUR, '1 hour ago', 'late'],
    [2 * HOUR - 1, '1 hour ago', 'late'],
    [DAY - 1, '23 hours ago', 'late'],
    [DAY, '1 day ago', 'late'],
    [8 * DAY - 1, '7 days ago', 'late'],
  ])('after %d ms is %s', (ago, label, tone) => {
    expect(activityOf(utc(ago), NOW)).toEqual({ label, tone })
  })

  it('is the raw value from 8 days on', () => {
    expect(activityOf(utc(8 * DAY), NOW)).toEqual({ label: '2026-06-07T12:00:00.000Z', tone: 'late' })
  })

  it('is no activity for a unit that never spoke', () => {
    expect(activityOf(null, NOW)).toEqual({ label: 'no activity', tone: 'none' })
  })
})
