import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localTimeOf, skippedText, type WallTime } from './local-time.ts'
import { parseTypedRange, typedRangeProblem } from './typed-range.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => vi.unstubAllEnvs())

const wall = (day: number, hours: number, minutes = 0): WallTime => ({
  year: 2026,
  month: 3,
  day,
  hours,
  minutes,
  seconds: 0,
})

describe('a time on the wall', () => {
  it('is a moment', () => {
    expect(localTimeOf(wall(29, 3))).toEqual({ kind: 'moment', at: Date.UTC(2026, 2, 29, 1) })
  })

  it('is none on a day that its month does not have', () => {
    expect(localTimeOf(wall(32, 3))).toEqual({ kind: 'no-such-day' })
  })

  it.each([
    ['24Hour', 'On 29 Mar 2026 the clocks go from 02:00 to 03:00, so there is no 02:30.'],
    ['12Hour', 'On 29 Mar 2026 the clocks go from 2:00 AM to 3:00 AM, so there is no 2:30 AM.'],
  ] as const)('is none when the clocks skip it, which is written in the format %s', (timeFormat, text) => {
    const skipped = wall(29, 2, 30)
    const time = localTimeOf(skipped)

    expect(time.kind === 'skipped' && skippedText(skipped, time, timeFormat)).toBe(text)
  })

  it('is the first moment of a day that has no midnight', () => {
    vi.stubEnv('TZ', 'Asia/Beirut')

    const time = localTimeOf(wall(29, 0))

    expect(time).toEqual({ kind: 'moment', at: Date.UTC(2026, 2, 28, 22) })
  })
})

describe('a typed range with an hour that the clocks skip', () => {
  it.each([
    ['2026-03-29 02:30:00 ~ 2026-03-29 12:00:00', 'there is no 02:30.'],
    ['2026-03-28 12:00:00 ~ 2026-03-29 02:59:59', 'there is no 02:59.'],
  ])('%s is refused for that', (text, reason) => {
    expect(parseTypedRange(text)).toBeUndefined()
    expect(typedRangeProblem(text)).toContain(reason)
  })

  it.each([
    ['', undefined],
    ['2026-03-29 03:00:00 ~ 2026-03-29 12:00:00', undefined],
    ['2026-03-29', 'Use YYYY-MM-DD HH:mm:ss ~ YYYY-MM-DD HH:mm:ss, with the start before the end.'],
  ])('%s is written as before: %s', (text, problem) => {
    expect(typedRangeProblem(text)).toBe(problem)
  })
})
