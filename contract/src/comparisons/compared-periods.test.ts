import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { alignmentsOf, comparedRange, shiftOf } from './compared-periods.ts'
import { type Comparison, COMPARISONS, parsePeriodComparison } from './comparison-names.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe'] as const

const at = (text: string): number => Date.parse(text)
const range = (from: string, to: string) => ({ from: at(from), to: at(to) })

function compare(comparison: Comparison, shown: { from: number; to: number }, zone: string): string[] {
  const { from, to } = comparedRange(shown, shiftOf(comparison, shown, zone), zone)
  return [from, to].map((moment) => new Date(moment).toISOString().replace('.000Z', 'Z'))
}

describe('the period that a range is compared with', () => {
  const october = range('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z')

  for (const [name, comparison, shown, zone, expected] of [
    [
      'day after summer time began: the day of 23 hours',
      'previous',
      range('2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'),
      'Europe/Berlin',
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ],
    [
      'day of 23 hours: the day of 24 before it',
      'previous',
      range('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'),
      'Europe/Berlin',
      ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z'],
    ],
    [
      'day of 25 hours: the day of 24 before it',
      'previous',
      range('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'),
      'Europe/Berlin',
      ['2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z'],
    ],
    [
      'day of 25 hours in New York: a week before',
      'last-week',
      range('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'),
      'America/New_York',
      ['2026-10-25T04:00:00Z', '2026-10-26T04:00:00Z'],
    ],
    [
      'day in Kolkata: four weeks before',
      'four-weeks-ago',
      range('2026-03-28T18:30:00Z', '2026-03-29T18:30:00Z'),
      'Asia/Kolkata',
      ['2026-02-28T18:30:00Z', '2026-03-01T18:30:00Z'],
    ],
    [
      'whole month: the one before, however long',
      'previous',
      october,
      'Europe/Berlin',
      ['2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z'],
    ],
    [
      'whole year: the one before',
      'previous',
      range('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
      'UTC',
      ['2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ],
    [
      'last 24 hours: the 24 hours before, by the clock',
      'previous',
      range('2026-03-29T12:00:00Z', '2026-03-30T12:00:00Z'),
      'Europe/Berlin',
      ['2026-03-28T13:00:00Z', '2026-03-29T12:00:00Z'],
    ],
    [
      'last ten minutes: the ten before',
      'previous',
      range('2026-03-29T12:00:00.500Z', '2026-03-29T12:10:00.500Z'),
      'Europe/Berlin',
      ['2026-03-29T11:50:00.500Z', '2026-03-29T12:00:00.500Z'],
    ],
    [
      'same dates last year, over 29 February',
      'last-year',
      range('2025-02-20T00:00:00Z', '2025-03-05T00:00:00Z'),
      'UTC',
      ['2024-02-20T00:00:00Z', '2024-03-05T00:00:00Z'],
    ],
    [
      '29 February, which last year did not have',
      'last-year',
      range('2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'),
      'UTC',
      ['2023-03-01T00:00:00Z', '2023-03-01T00:00:00Z'],
    ],
    [
      'end of March: what February has of it',
      'last-month',
      range('2026-03-27T00:00:00Z', '2026-03-30T12:00:00Z'),
      'UTC',
      ['2026-02-27T00:00:00Z', '2026-03-01T00:00:00Z'],
    ],
    [
      'begin on a chosen day, at the same time of day',
      '2026-01-10',
      range('2026-06-02T08:30:00Z', '2026-06-03T08:30:00Z'),
      'Europe/Berlin',
      ['2026-01-10T09:30:00Z', '2026-01-11T09:30:00Z'],
    ],
  ] as const) {
    it(name, () => {
      assert.deepEqual(compare(comparison, shown, zone), expected)
    })
  }

  it('is named in an address, or by a day that there is', () => {
    for (const known of [...COMPARISONS, '2024-02-29']) assert.equal(parsePeriodComparison(known), known)
    for (const unknown of ['', 'off', '2026-02-30', '2026-2-3', '0000-00-00', '1969-12-31', '2026-01-01T00:00'])
      assert.equal(parsePeriodComparison(unknown), undefined, unknown)
  })
})

describe('where the compared period is drawn', () => {
  const alignedHours = (comparison: Comparison, shown: { from: number; to: number }, zone: string) =>
    alignmentsOf(shown, shiftOf(comparison, shown, zone), zone).map(({ from, to, byMs }) => [
      (from - shown.from) / HOUR,
      (to - shown.from) / HOUR,
      byMs / HOUR,
    ])

  it('leaves out the hour that only the compared day has', () => {
    const shorter = range('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')
    assert.deepEqual(alignedHours('previous', shorter, 'Europe/Berlin'), [
      [0, 2, 24],
      [2, 23, 23],
    ])
  })

  it('has a gap where the compared day skipped an hour', () => {
    const after = range('2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z')
    assert.deepEqual(alignedHours('previous', after, 'Europe/Berlin'), [
      [0, 2, 23],
      [3, 24, 24],
    ])
  })

  it('draws an hour twice where the range has it twice, and the first of two of the compared day', () => {
    const longer = range('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')
    assert.deepEqual(alignedHours('previous', longer, 'Europe/Berlin'), [
      [0, 3, 24],
      [3, 25, 25],
    ])
    const after = range('2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z')
    assert.deepEqual(alignedHours('previous', after, 'Europe/Berlin'), [
      [0, 3, 25],
      [3, 24, 24],
    ])
  })

  it('finds a change of the clocks that is whole weeks after the beginning', () => {
    const threeWeeksBefore = range('2025-02-16T07:00:00Z', '2025-03-09T08:00:00Z')
    assert.deepEqual(alignedHours('previous', threeWeeksBefore, 'America/New_York'), [
      [0, 504, 506],
      [504, 505, 505],
    ])
  })

  it('shows the same time on the clock and the matching date, wherever it is drawn', () => {
    const wall = (moment: number, zone: string): number => {
      const text = new Date(moment).toLocaleString('sv-SE', { timeZone: zone })
      return Date.parse(`${text.replace(' ', 'T')}Z`)
    }
    const moments = fc.integer({ min: at('2023-12-01T00:00:00Z') / HOUR, max: at('2027-01-01T00:00:00Z') / HOUR })
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 24 * 40 }),
        fc.constantFrom(...ZONES),
        fc.constantFrom<Comparison[]>(...COMPARISONS, '2025-05-05'),
        (start, hours, zone, comparison) => {
          const shown = { from: start * HOUR, to: (start + hours) * HOUR }
          const shift = shiftOf(comparison, shown, zone)
          const alignments = alignmentsOf(shown, shift, zone)
          const compared = comparedRange(shown, shift, zone)
          let end = shown.from
          for (const { from, to, byMs } of alignments) {
            assert.ok(from >= end && to > from && to <= shown.to)
            assert.ok(from - byMs >= compared.from && to - byMs <= compared.to)
            end = to
            for (const moment of [from, to - 1000]) {
              const [now, then] = [new Date(wall(moment, zone)), new Date(wall(moment - byMs, zone))]
              if ('wallMs' in shift) assert.equal(Number(now) - Number(then), shift.wallMs)
              else {
                assert.equal(now.toISOString().slice(7), then.toISOString().slice(7))
                const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
                assert.equal(months(now) - months(then), shift.months)
              }
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('covers every moment of a range, except what the compared period does not have', () => {
    const shown = { from: at('2026-06-01T00:00:00Z'), to: at('2026-06-01T00:00:00Z') + 20 * DAY }
    for (const comparison of COMPARISONS) {
      const alignments = alignmentsOf(shown, shiftOf(comparison, shown, 'Asia/Kolkata'), 'Asia/Kolkata')
      assert.equal(
        alignments.reduce((sum, { from, to }) => sum + to - from, 0),
        20 * DAY,
      )
    }
  })
})
