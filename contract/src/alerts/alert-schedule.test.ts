import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AlertSchedule, createDeadlines, createWindow } from './alert-schedule.ts'

const WORKDAYS = [1, 2, 3, 4, 5]
const at = (text: string): number => Date.parse(text)

describe('the times of an alert', () => {
  it('pass midnight, and belong to the day on which they begin', () => {
    const isNight = createWindow({ kind: 'during', days: WORKDAYS, from: '18:00', to: '06:00' }, 'Europe/Berlin')
    const moments = {
      '2026-02-06T16:59:00Z': false,
      // Friday evening.
      '2026-02-06T17:00:00Z': true,
      '2026-02-07T04:59:00Z': true,
      '2026-02-07T05:00:00Z': false,
      // Saturday evening.
      '2026-02-07T18:00:00Z': false,
      '2026-02-09T03:00:00Z': false,
    }
    for (const [text, expected] of Object.entries(moments)) assert.equal(isNight(at(text)), expected, text)
  })

  it('are a whole day from a time to itself', () => {
    const isSunday = createWindow({ kind: 'during', days: [7], from: '00:00', to: '00:00' }, 'UTC')
    assert.deepEqual(
      ['2026-02-07T23:59:59Z', '2026-02-08T00:00:00Z', '2026-02-08T23:59:59Z', '2026-02-09T00:00:00Z'].map((one) =>
        isSunday(at(one)),
      ),
      [false, true, true, false],
    )
  })
})

describe('the deadlines of an alert', () => {
  it('follow the clocks of the zone over a change', () => {
    const deadlines = createDeadlines({ kind: 'by', days: [6, 7, 1], at: '02:30' }, 'Europe/Berlin')
    // On 29 March 2026 the clocks go from 2:00 to 3:00.
    const first = deadlines.after(at('2026-03-27T12:00:00Z'))
    const second = deadlines.after(first)
    const third = deadlines.after(second)
    assert.deepEqual(
      [first, second, third].map((one) => new Date(one).toISOString()),
      ['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
    )
    assert.equal(deadlines.until(third), third)
    assert.equal(deadlines.until(third - 1), second)
  })

  it('have the day in which they are', () => {
    const deadlines = createDeadlines({ kind: 'by', days: WORKDAYS, at: '07:00' }, 'America/New_York')
    const deadline = deadlines.after(at('2026-06-05T12:00:00Z'))
    assert.equal(new Date(deadline).toISOString(), '2026-06-08T11:00:00.000Z')
    assert.equal(new Date(deadlines.dayOf(deadline)).toISOString(), '2026-06-08T04:00:00.000Z')
  })
})

describe('a schedule', () => {
  it('is refused without days, and with times that are none', () => {
    for (const schedule of [
      { kind: 'by', days: [], at: '07:00' },
      { kind: 'by', days: [1, 1], at: '07:00' },
      { kind: 'by', days: [8], at: '07:00' },
      { kind: 'by', days: [1], at: '7:00' },
      { kind: 'during', days: [1], from: '24:00', to: '06:00' },
    ])
      assert.equal(AlertSchedule.safeParse(schedule).success, false, JSON.stringify(schedule))
  })
})
