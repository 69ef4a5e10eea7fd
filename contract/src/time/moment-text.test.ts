import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAgo, formatClock, formatDate, formatMoment, formatMonth, formatWeekday } from './moment-text.ts'

const AT = new Date(2026, 5, 5, 14, 5, 9).getTime()
/** A zone that is behind UTC by half hours, and not by the same in winter and in summer. */
const ZONE = 'America/St_Johns'

describe('times', () => {
  it('follow the format that the user chose', () => {
    assert.equal(formatClock(AT, { timeFormat: '24Hour' }), '14:05')
    assert.match(formatClock(AT, { timeFormat: '12Hour' }), /^2:05\sPM$/)
    assert.equal(formatMoment(AT, '24Hour'), '5 Jun 2026, 14:05:09')
  })

  it('are in the zone of the browser unless another one is named', () => {
    assert.equal(formatMoment(new Date(2026, 0, 15, 2, 30).getTime(), '24Hour'), '15 Jan 2026, 02:30:00')
    assert.equal(formatMoment(Date.parse('2026-01-15T02:30:00Z'), '24Hour', ZONE), '14 Jan 2026, 23:00:00')
    assert.equal(formatMoment(Date.parse('2026-07-15T02:30:00Z'), '24Hour', ZONE), '15 Jul 2026, 00:00:00')
  })

  it('name days and months alike everywhere', () => {
    const at = Date.parse('2026-07-15T02:30:00Z')
    assert.equal(formatDate(at, ZONE), '15 Jul 2026')
    assert.equal(formatWeekday(at, ZONE), 'Wed, 15 Jul 2026')
    assert.equal(formatMonth(at, ZONE), 'July 2026')
  })

  for (const [age, text] of [
    [-3000, 'now'],
    [4999, 'now'],
    [12_000, '12 s ago'],
    [300_000, '5 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [47 * 3_600_000, '47 h ago'],
    [72 * 3_600_000, '3 d ago'],
  ] as const) {
    it(`${age} ms ago read ${text}`, () => {
      assert.equal(formatAgo(AT - age, AT), text)
    })
  }
})
