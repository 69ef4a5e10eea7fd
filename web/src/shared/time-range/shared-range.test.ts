import { describe, expect, it } from 'vitest'
import { sharedRangeOf, sharedRangeOfPicked } from './shared-range.ts'

describe('the period of a shared chart', () => {
  it('moves with the time where the chart does, and stays where it does not', () => {
    expect(sharedRangeOf({ kind: 'rolling', lengthMs: 6 * 3_600_000 })).toEqual({ kind: 'last', minutes: 360 })
    expect(sharedRangeOf({ kind: 'custom', from: 0.5, to: 60_000 })).toEqual({
      kind: 'between',
      fromUTC: '1970-01-01T00:00:00.000Z',
      toUTC: '1970-01-01T00:01:00.000Z',
    })
  })

  it('of an event table is the last days for a range up to now, and all that a live link can have for the most recent events', () => {
    const now = new Date(2026, 10, 20, 12).getTime()

    expect(sharedRangeOfPicked(undefined, now)).toEqual({ kind: 'last', minutes: 366 * 1440 })
    expect(sharedRangeOfPicked({ kind: 'shortcut', shortcut: 'today' }, now)).toEqual({ kind: 'last', minutes: 720 })
    expect(sharedRangeOfPicked({ kind: 'fixed', from: 0, to: 60_000 }, now)).toMatchObject({ kind: 'between' })
    expect(sharedRangeOfPicked({ kind: 'shortcut', shortcut: 'yesterday' }, now)).toMatchObject({ kind: 'between' })
  })
})
