import { describe, expect, it } from 'vitest'
import { eventSpanOf } from './event-span.ts'

const NOW = new Date(2026, 5, 15, 12).getTime()

describe('the range that occurrences are asked for', () => {
  it('is open on both sides where none is chosen', () => {
    expect(eventSpanOf(undefined, NOW)).toEqual({})
  })

  it('stays open where it reaches until now', () => {
    expect(eventSpanOf({ kind: 'shortcut', shortcut: 'today' }, NOW)).toEqual({
      startDate: new Date(2026, 5, 15).toISOString(),
    })
  })

  it('ends where it was chosen to end', () => {
    expect(eventSpanOf({ kind: 'fixed', from: 0, to: 1000 }, NOW)).toEqual({
      startDate: '1970-01-01T00:00:00.000Z',
      endDate: '1970-01-01T00:00:01.000Z',
    })
    expect(eventSpanOf({ kind: 'shortcut', shortcut: 'yesterday' }, NOW)).toHaveProperty('endDate')
  })
})
