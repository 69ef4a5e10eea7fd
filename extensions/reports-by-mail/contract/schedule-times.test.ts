import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ReportRhythm } from './report-schedules.ts'
import { nextDue, periodBefore, periodText } from './schedule-times.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const utc = (at: number): string => new Date(at).toISOString()

interface Row {
  title: string
  rhythm: ReportRhythm
  after: string
  due: string
  from: string
  to: string
  text: string
}

const BERLIN = { timeZone: 'Europe/Berlin' }

const ROWS: readonly Row[] = [
  {
    title: 'a day',
    rhythm: { every: 'day', hour: 6, ...BERLIN },
    after: '2026-11-22T12:00:00.000Z',
    due: '2026-11-23T05:00:00.000Z',
    from: '2026-11-21T23:00:00.000Z',
    to: '2026-11-22T23:00:00.000Z',
    text: 'Sun, 22 Nov 2026',
  },
  {
    title: 'the day of 23 hours, at an hour that it does not have',
    rhythm: { every: 'day', hour: 2, ...BERLIN },
    after: '2026-03-28T12:00:00.000Z',
    due: '2026-03-29T01:00:00.000Z',
    from: '2026-03-27T23:00:00.000Z',
    to: '2026-03-28T23:00:00.000Z',
    text: 'Sat, 28 Mar 2026',
  },
  {
    title: 'the day after it, which tells of 23 hours',
    rhythm: { every: 'day', hour: 2, ...BERLIN },
    after: '2026-03-29T01:00:00.000Z',
    due: '2026-03-30T00:00:00.000Z',
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
    text: 'Sun, 29 Mar 2026',
  },
  {
    title: 'the day with an hour twice: at the first one',
    rhythm: { every: 'day', hour: 2, ...BERLIN },
    after: '2026-10-24T12:00:00.000Z',
    due: '2026-10-25T00:00:00.000Z',
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-24T22:00:00.000Z',
    text: 'Sat, 24 Oct 2026',
  },
  {
    title: 'the day on which clocks are set forward over the hour to midnight',
    rhythm: { every: 'day', hour: 23, timeZone: 'America/Nuuk' },
    after: '2026-03-28T12:00:00.000Z',
    due: '2026-03-29T01:00:00.000Z',
    from: '2026-03-27T02:00:00.000Z',
    to: '2026-03-28T02:00:00.000Z',
    text: 'Fri, 27 Mar 2026',
  },
  {
    title: 'a week, on its weekday',
    rhythm: { every: 'week', weekday: 1, hour: 7, ...BERLIN },
    after: '2026-10-23T12:00:00.000Z',
    due: '2026-10-26T06:00:00.000Z',
    from: '2026-10-18T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
    text: 'Mon, 19 Oct 2026 to Sun, 25 Oct 2026',
  },
  {
    title: 'a week on a Sunday: of the week that is over',
    rhythm: { every: 'week', weekday: 7, hour: 0, timeZone: 'UTC' },
    after: '2026-11-22T00:00:00.000Z',
    due: '2026-11-29T00:00:00.000Z',
    from: '2026-11-16T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
    text: 'Mon, 16 Nov 2026 to Sun, 22 Nov 2026',
  },
  {
    title: 'a month on its first day, over the turn of a year',
    rhythm: { every: 'month', day: 1, hour: 5, timeZone: 'Asia/Kathmandu' },
    after: '2026-12-15T00:00:00.000Z',
    due: '2026-12-31T23:15:00.000Z',
    from: '2026-11-30T18:15:00.000Z',
    to: '2026-12-31T18:15:00.000Z',
    text: 'December 2026',
  },
  {
    title: 'a month on its last day, which is another one each month',
    rhythm: { every: 'month', day: 'last', hour: 12, timeZone: 'UTC' },
    after: '2028-01-31T12:00:00.000Z',
    due: '2028-02-29T12:00:00.000Z',
    from: '2028-01-01T00:00:00.000Z',
    to: '2028-02-01T00:00:00.000Z',
    text: 'January 2028',
  },
  {
    title: 'a month whose day is over',
    rhythm: { every: 'month', day: 28, hour: 0, timeZone: 'UTC' },
    after: '2026-02-28T00:00:00.000Z',
    due: '2026-03-28T00:00:00.000Z',
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
    text: 'February 2026',
  },
]

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'America/Nuuk',
)
const hours = fc.integer({ min: 0, max: 23 })
const rhythms: fc.Arbitrary<ReportRhythm> = fc.oneof(
  fc.record({ every: fc.constant('day' as const), hour: hours, timeZone: zones }),
  fc.record({
    every: fc.constant('week' as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    hour: hours,
    timeZone: zones,
  }),
  fc.record({
    every: fc.constant('month' as const),
    day: fc.oneof(fc.constant('last' as const), fc.integer({ min: 1, max: 28 })),
    hour: hours,
    timeZone: zones,
  }),
)
const moments = fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2040, 0) })
const LONGEST = { day: 2, week: 8, month: 32 }

describe('when a scheduled report is due', () => {
  for (const { title, rhythm, after, due, from, to, text } of ROWS) {
    it(`is right for ${title}`, () => {
      const at = nextDue(rhythm, Date.parse(after))
      const range = periodBefore(rhythm, at)

      assert.equal(utc(at), due)
      assert.deepEqual([utc(range.from), utc(range.to)], [from, to])
      assert.equal(periodText(rhythm, range), text)
    })
  }

  it('comes again and again, within a day, a week or a month and a little', () => {
    fc.assert(
      fc.property(rhythms, moments, (rhythm, after) => {
        const due = nextDue(rhythm, after)
        assert.ok(due > after && due - after < LONGEST[rhythm.every] * DAY)
        assert.equal(nextDue(rhythm, due - 1), due)
      }),
    )
  })

  it('covers each moment once: a period begins where the one before it ended', () => {
    fc.assert(
      fc.property(rhythms, moments, (rhythm, after) => {
        const due = nextDue(rhythm, after)
        const range = periodBefore(rhythm, due)
        const next = periodBefore(rhythm, nextDue(rhythm, due))
        assert.ok(range.from < range.to && range.to <= due)
        assert.equal(next.from, range.to)
      }),
    )
  })
})
