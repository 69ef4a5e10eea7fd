import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { CALENDAR_LABELS } from './calendar-labels.ts'
import { readTypedDay } from './typed-day.ts'

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
