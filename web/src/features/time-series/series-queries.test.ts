import { describe, expect, it } from 'vitest'
import { lastDay } from './series-queries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOON = Date.UTC(2026, 5, 1, 12)

describe('the last day of a live chart', () => {
  it('is the same for all who ask within a minute', () => {
    expect(lastDay(NOON)).toEqual(lastDay(NOON + MINUTE - 1))
    expect(lastDay(NOON)).not.toEqual(lastDay(NOON + MINUTE))
  })

  it('reaches a day back, and five minutes ahead for clocks that are ahead', () => {
    for (const now of [NOON, NOON + 1, NOON + MINUTE - 1]) {
      const { from, to } = lastDay(now)
      expect(now - from).toBeGreaterThanOrEqual(DAY)
      expect(to - now).toBeGreaterThanOrEqual(5 * MINUTE)
    }
  })
})
