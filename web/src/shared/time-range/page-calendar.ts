import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { isEnglish, pageLocale } from '@fieldwatch/contract/text/text-locale'
import type { DayOfWeek } from '@mantine/dates'
import dayjs from 'dayjs'

/** How a calendar is written. */
interface PageCalendar {
  /** As it is known to `dayjs`. */
  locale: string
  /** From 0 for Sunday. */
  firstDayOfWeek: DayOfWeek
}

const SUNDAY = Date.UTC(2023, 0, 1)
const MONDAY = 1

/** The words of a calendar in a locale, made by `Intl`: so no page loads words of languages that it does not show. */
export function pageCalendar(locale: string = pageLocale()): PageCalendar {
  if (isEnglish(locale)) return { locale: 'en', firstDayOfWeek: MONDAY }
  const name = locale.toLowerCase()
  const known = calendars.get(name)
  if (known !== undefined) return known
  const made = { locale: name, firstDayOfWeek: firstDayOfWeek(locale) }
  dayjs.locale(
    {
      formats: {},
      relativeTime: {},
      name,
      months: monthNames(locale, 'long'),
      monthsShort: monthNames(locale, 'short'),
      weekdays: weekdayNames(locale, 'long'),
      weekdaysMin: weekdayNames(locale, 'short'),
      weekdaysShort: weekdayNames(locale, 'short'),
    },
    undefined,
    true,
  )
  calendars.set(name, made)
  return made
}

const calendars = new Map<string, PageCalendar>()

/** As they are written alone: `juin`, `junio`. */
export function monthNames(locale: string, month: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_unused, index) => format.format(Date.UTC(2026, index, 1)))
}

function weekdayNames(locale: string, weekday: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_unused, index) => format.format(SUNDAY + index * DAY_MS))
}

/** A browser that does not know it yet gets Monday, which is right in most of Europe. */
function firstDayOfWeek(locale: string): DayOfWeek {
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } }
  const day = getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? MONDAY
  return (day % 7) as DayOfWeek
}
