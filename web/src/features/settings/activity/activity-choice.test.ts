import { describe, expect, it } from 'vitest'
import { narrowingOf, NO_CHOICE } from './activity-choice.ts'

describe('what is asked of the activity', () => {
  it('has both days in it, in the zone of the browser', () => {
    const { from, to } = narrowingOf({ ...NO_CHOICE, firstDay: '2026-06-01', lastDay: '2026-06-01' })

    expect(from).toBe(String(new Date(2026, 5, 1).getTime()))
    expect(to).toBe(String(new Date(2026, 5, 2).getTime()))
  })

  it.each(['', '2026-06', '0002-06-01'])('is not narrowed by the day %j', (firstDay) => {
    expect(narrowingOf({ ...NO_CHOICE, firstDay })).toEqual({})
  })

  it('leaves out what is not chosen, and blanks', () => {
    expect(narrowingOf({ ...NO_CHOICE, search: '  ' })).toEqual({})
    expect(narrowingOf({ ...NO_CHOICE, search: ' pump ', topic: 'units' })).toEqual({ search: 'pump', topic: 'units' })
  })
})
