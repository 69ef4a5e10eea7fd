import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { pageCalendar } from './page-calendar.ts'

it('a calendar has the names of its months and days in the locale, and begins its week as people there do', () => {
  const { locale, firstDayOfWeek } = pageCalendar('de-AT')
  const day = dayjs('2026-03-04').locale(locale)

  expect(day.format('MMMM YYYY')).toBe('März 2026')
  expect(day.format('dd')).toBe('Mi')
  expect(firstDayOfWeek).toBe(1)
  expect(pageCalendar('es-MX').firstDayOfWeek).toBe(0)
})

it('a calendar in English begins on Monday, in all regions', () => {
  expect(pageCalendar('en-US')).toEqual({ locale: 'en', firstDayOfWeek: 1 })
})

it('names of a calendar change no other dates', () => {
  pageCalendar('fr')

  expect(dayjs('2026-03-04').format('MMMM')).toBe('March')
})
