import dayjs from 'dayjs'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
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

it.each([
  ['de', 'D. MMM YYYY'],
  ['fr', 'D MMM YYYY'],
  ['es', 'D MMM YYYY'],
])('every day that a calendar writes in %s is read again', (locale, pattern) => {
  for (let month = 0; month < 12; month += 1) {
    const day = dayjs(new Date(2026, month, 15)).locale(locale)

    expect(readTypedDay(day.format(pattern), locale)).toBe(day.format('YYYY-MM-DD'))
    expect(readTypedDay(day.format('D MMMM YYYY'), locale)).toBe(day.format('YYYY-MM-DD'))
  }
})

it.each(['', '5', '5 Jun', '5 Jun 20', '2026-06', '30 Feb 2026', '2026-13-01', '6/5/2026', 'yesterday'])(
  '“%s” is no day',
  (text) => {
    expect(readTypedDay(text)).toBeNull()
  },
)
