import { describe, expect, it } from 'vitest'
import { activityOf } from './activity.ts'

const NOW = Date.UTC(2026, 4, 6, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (age: number) => new Date(NOW - age).toISOString()

describe('the activity of a unit', () => {
  // spec 1-4-03, 1-4-04, 1-4-05, 1-4-06, 1-4-07, 1-4-09, 1-9-01
  it.each([
    [0, 'current', 'Current'],
    [10 * MINUTE - 1, 'current', 'Current'],
    [-2 * MINUTE, 'current', 'Current'],
    [10 * MINUTE, 'late', '10 minutes ago'],
    [12 * MINUTE, 'late', '10 minutes ago'],
    [13 * MINUTE, 'late', '15 minutes ago'],
    [57 * MINUTE, 'late', '55 minutes ago'],
    [58 * MINUTE, 'late', '1 hour ago'],
    [HOUR, 'late', '1 hour ago'],
    [119 * MINUTE, 'late', '1 hour ago'],
    [2 * HOUR, 'late', '2 hours ago'],
    [DAY - 1, 'late', '23 hours ago'],
    [DAY, 'late', '1 day ago'],
    [8 * DAY - 1, 'late', '7 days ago'],
    [8 * DAY, 'late', '8 days ago'],
    [400 * DAY, 'late', '400 days ago'],
  ])('of %s milliseconds ago is %s: %s', (age, kind, label) => {
    expect(activityOf({ active: true, lastActivityUTC: ago(age) }, NOW)).toEqual({ kind, label })
  })

  // spec 1-4-08
  it('is none for a unit that never spoke', () => {
    expect(activityOf({ active: true, lastActivityUTC: null }, NOW)).toEqual({ kind: 'none', label: 'no activity' })
  })

  it('is none for a deactivated unit, however lately it spoke', () => {
    expect(activityOf({ active: false, lastActivityUTC: ago(MINUTE) }, NOW)).toEqual({
      kind: 'none',
      label: 'Deactivated',
    })
  })
})
