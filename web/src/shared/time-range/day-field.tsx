import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { calendarTexts } from './calendar-texts.ts'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
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
      placeholder={t('time-range.day.example')}
      valueFormat={t('time-range.day.pattern')}
      dateParser={readTypedDay}
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

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const DOTS = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/
const WORDS = /^(\d{1,2})\.? (?:de )?(\p{L}{3,10})\.?,? (?:de )?(\d{4})$/iu

/** Reads a typed day, `15 Jun 2026`, `15.6.2026` or `2026-06-15`, as `2026-06-15`; null when it is none. */
export function readTypedDay(text: string, locale = PAGE_LANGUAGE.locale): string | null {
  const trimmed = text.trim()
  const [, year = '', month = '', day = ''] = ISO.exec(trimmed) ?? []
  if (year !== '') return dayOf(Number(year), Number(month), Number(day))
  const [, dotDay = '', dotMonth = '', dotYear = ''] = DOTS.exec(trimmed) ?? []
  if (dotYear !== '') return dayOf(Number(dotYear), Number(dotMonth), Number(dotDay))
  const [, date = '', word = '', ofYear = ''] = WORDS.exec(trimmed) ?? []
  return dayOf(Number(ofYear), monthOf(word, locale), Number(date))
}

/** The month that begins with a word, from 1; 0 when none does. Accents can be left out. */
function monthOf(word: string, locale: string): number {
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_unused, month) => plain(name.format(Date.UTC(2026, month, 1))))
  return months.findIndex((month) => month.startsWith(plain(word))) + 1
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1900 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? at.toISOString().slice(0, 10) : null
}
