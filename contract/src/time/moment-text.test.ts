import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAgo, formatClock, formatDate, formatMoment, formatMonth, formatWeekday } from './moment-text.ts'

const AT = new Date(2026, 5, 5, 14, 5, 9).getTime()
/** A zone that is behind UTC by half hours, and not by the same in winter and in summer. */
const ZONE = 'America/St_Johns'

describe('times', () => {
  // spec 1-9-29
  it('follow the format that the user chose', () => {
    assert.equal(formatClock(AT, { timeFormat: '24Hour' }), '14:05')
    assert.match(formatClock(AT, { timeFormat: '12Hour' }), /^2:05\sPM$/)
    assert.equal(formatMoment(AT, '24Hour'), '5 Jun 2026, 14:05:09')
  })

  // spec 1-9-30
  it('are in the zone of the browser unless another one is named', () => {
    assert.equal(formatMoment(new Date(2026, 0, 15, 2, 30).getTime(), '24Hour'), '15 Jan 2026, 02:30:00')
    assert.equal(
      formatMoment(Date.parse('2026-01-15T02:30:00Z'), '24Hour', { timeZone: ZONE }),
      '14 Jan 2026, 23:00:00',
    )
    assert.equal(
      formatMoment(Date.parse('2026-07-15T02:30:00Z'), '24Hour', { timeZone: ZONE }),
      '15 Jul 2026, 00:00:00',
    )
  })

  it('name days and months alike everywhere', () => {
    const at = Date.parse('2026-07-15T02:30:00Z')
    assert.equal(formatDate(at, { timeZone: ZONE }), '15 Jul 2026')
    assert.equal(formatWeekday(at, { timeZone: ZONE }), 'Wed, 15 Jul 2026')
    assert.equal(formatMonth(at, { timeZone: ZONE }), 'July 2026')
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

describe('times in other languages', () => {
  it('have their names and their order', () => {
    assert.equal(formatMoment(AT, '24Hour', { locale: 'de' }), '5. Juni 2026, 14:05:09')
    assert.equal(formatMoment(AT, '24Hour', { locale: 'fr' }), '5 juin 2026, 14:05:09')
    assert.equal(formatMoment(AT, '24Hour', { locale: 'es' }), '5 jun 2026, 14:05:09')
    assert.equal(formatWeekday(AT, { locale: 'de-AT' }), 'Fr., 5. Juni 2026')
  })

  it('follow the format that the user chose, not the one of the language', () => {
    assert.match(formatClock(AT, { timeFormat: '12Hour', locale: 'de' }), /^2:05\sPM$/)
    assert.equal(formatClock(AT, { timeFormat: '24Hour', locale: 'en-US' }), '14:05')
    assert.equal(formatClock(new Date(2026, 5, 5).getTime(), { timeFormat: '24Hour', locale: 'es-MX' }), '00:00')
  })

  it('are alike in English in all regions', () => {
    for (const locale of ['en', 'en-US', 'en-GB', 'en-IN']) {
      assert.equal(formatMoment(AT, '24Hour', { locale }), '5 Jun 2026, 14:05:09')
      assert.equal(formatAgo(AT - 12_000, AT, locale), '12 s ago')
    }
  })

  for (const [locale, ...texts] of [
    ['de', 'jetzt', 'vor 12 Sek.', 'vor 5 Min.'],
    ['fr', 'maintenant', 'il y a 12 s', 'il y a 5 min'],
    ['es', 'ahora', 'hace 12 s', 'hace 5 min'],
  ] as const) {
    it(`say how long ago in ${locale}`, () => {
      const written = [0, 12_000, 300_000].map((age) => formatAgo(AT - age, AT, locale).replaceAll(/\s/g, ' '))
      assert.deepEqual(written, texts)
    })
  }
})
