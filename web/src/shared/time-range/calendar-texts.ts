import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { t } from './texts.ts'

/** What a calendar is written with: its months and weekdays, and the names of its buttons. */
export function calendarTexts() {
  return {
    locale: PAGE_LANGUAGE.language.slice(0, 2),
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
