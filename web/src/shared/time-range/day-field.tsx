import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { CALENDAR_LABELS } from './calendar-labels.ts'

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
      placeholder="15 Jun 2026"
      valueFormat="D MMM YYYY"
      dateParser={readTypedDay}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      weekendDays={[]}
      hideOutsideDates
      maxDate="9999-12-31"
      ariaLabels={CALENDAR_LABELS}
      error={error}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
    />
  )
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const WORDS = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads a typed day, `15 Jun 2026` or `2026-06-15`, as `2026-06-15`; null when it is none. */
export function readTypedDay(text: string): string | null {
  const trimmed = text.trim()
  const [, year = '', month = '', day = ''] = ISO.exec(trimmed) ?? []
  if (year !== '') return dayOf(Number(year), Number(month), Number(day))
  const [, date = '', word = '', ofYear = ''] = WORDS.exec(trimmed) ?? []
  return dayOf(Number(ofYear), MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1, Number(date))
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1900 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? at.toISOString().slice(0, 10) : null
}
