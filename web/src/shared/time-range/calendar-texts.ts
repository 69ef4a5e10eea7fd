import { pageCalendar } from './page-calendar.ts'
import { t } from './texts.ts'

/** What a calendar is written with: its months and weekdays, its first day of the week, and the names of its buttons. */
export function calendarTexts() {
  return {
    ...pageCalendar(),
    ariaLabels: {
      nextMonth: t('time-range.calendar.next-month'),
      previousMonth: t('time-range.calendar.previous-month'),
      nextYear: t('time-range.calendar.next-year'),
      previousYear: t('time-range.calendar.previous-year'),
      nextDecade: t('time-range.calendar.next-decade'),
      previousDecade: t('time-range.calendar.previous-decade'),
    },
  }
}
