import { describe, expect, it } from 'vitest'
import { snoozeEnd, UNTIL } from './snooze-times.ts'

const now = new Date(2026, 4, 6, 12).getTime()

describe('the end of a snooze', () => {
  it('is so many hours from now', () => {
    expect(snoozeEnd({ choice: '4', typed: '' }, now, '24Hour')).toEqual({ at: now + 4 * 3_600_000 })
  })

  it('is a moment that was entered', () => {
    const end = snoozeEnd({ choice: UNTIL, typed: '2026-05-07T08:30' }, now, '24Hour')

    expect(end).toEqual({ at: new Date(2026, 4, 7, 8, 30).getTime() })
  })

  it.each([
    ['', 'Enter a date and a time.'],
    ['2026-02-30T08:00', 'This day does not exist.'],
    ['2026-05-06T11:59', 'This time is in the past.'],
  ])('that is entered as “%s” is refused with a sentence', (typed, problem) => {
    expect(snoozeEnd({ choice: UNTIL, typed }, now, '24Hour')).toEqual({ problem })
  })
})
