import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { calendarPeriods } from './calendar-periods.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Where the date on the wall becomes another one, looked at every quarter of an hour. */
function naiveDays({ from, to }: { from: number; to: number }, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  const bounds = [from]
  let date = format.format(from)
  for (let at = (Math.floor(from / (15 * MINUTE)) + 1) * 15 * MINUTE; at < to; at += 15 * MINUTE) {
    const next = format.format(at)
    if (next !== date) bounds.push(at)
    date = next
  }
  return [...bounds, to]
}

/** Around changes of their clocks: at midnight, over midnight, back to midnight, by half an hour, by a whole day. */
const CHANGES: readonly (readonly [string, string])[] = [
  ['UTC', '2026-03-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['America/Havana', '2025-11-02'],
  ['America/Havana', '2025-03-09'],
  ['Africa/Cairo', '2025-10-31'],
  ['Asia/Beirut', '2026-03-29'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Kathmandu', '2026-01-10'],
  ['Pacific/Apia', '2011-12-30'],
  ['America/St_Johns', '2026-11-01'],
]

describe('days of a time zone', () => {
  for (const [timeZone, day] of CHANGES) {
    it(`begin where the date changes in ${timeZone} around ${day}`, () => {
      const change = Date.parse(day)
      const moment = fc.integer({ min: change - 12 * DAY, max: change + 12 * DAY })
      fc.assert(
        fc.property(moment, fc.integer({ min: 1, max: 9 * DAY }), (from, length) => {
          const range = { from, to: from + length }
          assert.deepEqual(calendarPeriods(range, timeZone), { by: 'day', bounds: naiveDays(range, timeZone) })
        }),
        { numRuns: 20 },
      )
    })
  }

  it('are followed by weeks from Monday on, months and years where there would be too many', () => {
    const from = Date.parse('2020-01-15T10:00:00Z')
    const until = (to: string): { by: string; first: string[]; count: number } => {
      const { by, bounds } = calendarPeriods({ from, to: Date.parse(to) }, 'Europe/Berlin')
      return { by, first: bounds.slice(0, 3).map((at) => new Date(at).toISOString()), count: bounds.length - 1 }
    }
    const begin = '2020-01-15T10:00:00.000Z'

    assert.deepEqual(until('2021-02-15'), {
      by: 'day',
      first: [begin, '2020-01-15T23:00:00.000Z', '2020-01-16T23:00:00.000Z'],
      count: 398,
    })
    assert.deepEqual(until('2026-01-01'), {
      by: 'week',
      first: [begin, '2020-01-19T23:00:00.000Z', '2020-01-26T23:00:00.000Z'],
      count: 312,
    })
    assert.deepEqual(until('2045-01-01'), {
      by: 'month',
      first: [begin, '2020-01-31T23:00:00.000Z', '2020-02-29T23:00:00.000Z'],
      count: 301,
    })
    assert.deepEqual(until('2070-01-01'), {
      by: 'year',
      first: [begin, '2020-12-31T23:00:00.000Z', '2021-12-31T23:00:00.000Z'],
      count: 51,
    })
  })

  it('are those of a zone that there is', () => {
    assert.throws(() => calendarPeriods({ from: 0, to: DAY }, 'Mars/Olympus'), RangeError)
  })
})
