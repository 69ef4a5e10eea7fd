import { formatDate } from '@fieldwatch/contract/time/moment-text'
import { expect, it } from 'vitest'
import { readTypedDay } from './day-field.tsx'

it.each([
  ['2026-06-05', '2026-06-05'],
  ['5 Jun 2026', '2026-06-05'],
  [' 05 june 2026 ', '2026-06-05'],
  ['5.6.2026', '2026-06-05'],
  ['05. 06. 2026', '2026-06-05'],
  ['29 Feb 2028', '2028-02-29'],
])('“%s” is the day %s', (text, day) => {
  expect(readTypedDay(text)).toBe(day)
})

it.each(['', '5', '5 Jun', '5 Jun 20', '2026-06', '30 Feb 2026', '2026-13-01', '6/5/2026', 'yesterday'])(
  '“%s” is no day',
  (text) => {
    expect(readTypedDay(text)).toBeNull()
  },
)

it.each(['de', 'de-CH', 'fr', 'fr-CA', 'es', 'es-MX', 'en', 'en-US'])(
  'each day is read as it is written in %s',
  (locale) => {
    for (let month = 0; month < 12; month += 1) {
      const at = Date.UTC(2026, month, 15)
      const text = formatDate(at, { locale, timeZone: 'UTC' })
      expect([text, readTypedDay(text, locale)]).toEqual([text, new Date(at).toISOString().slice(0, 10)])
    }
  },
)

it('a day in numbers is read where all write the day first', () => {
  expect(readTypedDay('5.6.2026', 'de')).toBe('2026-06-05')
  expect(readTypedDay('05/06/2026', 'fr')).toBe('2026-06-05')
  expect(readTypedDay('05/06/2026', 'en-GB')).toBeNull()
})

it('a month that two months begin like is none', () => {
  expect(readTypedDay('5 jui 2026', 'fr')).toBeNull()
})
