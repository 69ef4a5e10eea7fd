import type { Clock } from '#platform/time/clock.ts'

/** A clock that stays the same until it is advanced. */
export interface FakeClock extends Clock {
  advance(milliseconds: number): void
}

export const TEST_START = Date.parse('2026-03-01T12:00:00.000Z')

export function createFakeClock(start = TEST_START): FakeClock {
  let now = start
  const advance = (milliseconds: number): void => {
    now += milliseconds
  }
  return Object.assign(() => now, { advance })
}
