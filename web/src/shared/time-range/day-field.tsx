import '@mantine/dates/styles.layer.css'
import { isEnglish, pageLocale } from '@fieldwatch/contract/text/text-locale'
import { formatDate } from '@fieldwatch/contract/time/moment-text'
import { DateInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { calendarTexts } from './calendar-texts.ts'
import { monthNames } from './page-calendar.ts'
import { t } from './texts.ts'

interface DayFieldProps {
  label: string
  required?: boolean
  /** As `2026-06-15`; empty for none. */
  value: string
  error?: ReactNode
  onChange: (value: string) => void
}

/** A day, typed or chosen in a calendar, in the format of all dates. */
export function DayField({ label, required = false, value, error, onChange }: DayFieldProps) {
  return (
    <DateInput
      label={label}
      required={required}
      placeholder={textOfDay('2026-06-15')}
      valueFormat={textOfDay}
      dateParser={(text) => readTypedDay(text)}
      clearable
      clearButtonProps={{ 'aria-label': t('time-range.day.clear', { label }) }}
      weekendDays={[]}
      hideOutsideDates
      maxDate="9999-12-31"
      {...calendarTexts()}
      error={error}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
    />
  )
}

function textOfDay(day: string): string {
  return formatDate(Date.parse(day.slice(0, 10)), { timeZone: 'UTC' })
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const WORDS = /^(\d{1,2})\.? (?:de )?(\p{L}{3,})\.?,? (?:de )?(\d{4})$/iu
const DOTS = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/
const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * Reads a typed day, `15 Jun 2026`, `15.6.2026` or `2026-06-15`, as `2026-06-15`; null when it is none. `15/6/2026` only where everybody
 * writes the day first: not in English.
 */
export function readTypedDay(text: string, locale: string = pageLocale()): string | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ')
  const [, year = '', month = '', day = ''] = ISO.exec(trimmed) ?? []
  if (year !== '') return dayOf(Number(year), Number(month), Number(day))
  const [, first = '', second = '', last = ''] =
    DOTS.exec(trimmed) ?? (isDayFirst(locale) ? SLASHES.exec(trimmed) : null) ?? []
  if (first !== '') return dayOf(Number(last), Number(second), Number(first))
  const [, date = '', word = '', ofYear = ''] = WORDS.exec(trimmed) ?? []
  return dayOf(Number(ofYear), monthOf(word, locale), Number(date))
}

/** The month that a word, long or shortened, begins; 0 for none and for several, such as `jui` in French. */
function monthOf(word: string, locale: string): number {
  const typed = plain(word)
  const months = monthNames(locale, 'long').map(plain)
  const [first = -1, ...others] = months.flatMap((name, index) => (name.startsWith(typed) ? [index] : []))
  return others.length === 0 ? first + 1 : 0
}

/** In small letters without accents. */
function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}

function isDayFirst(locale: string): boolean {
  return !isEnglish(locale) && new Intl.DateTimeFormat(locale).formatToParts()[0]?.type === 'day'
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1900 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? at.toISOString().slice(0, 10) : null
}
