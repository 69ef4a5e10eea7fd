import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { DayField } from './day-field.tsx'
import classes from './moment-field.module.css'
import { t } from './texts.ts'

interface MomentFieldProps {
  /** The label of the day, as in "From". */
  label: string
  timeLabel?: string
  /** As it is read out before the hours and the minutes; the label when left out. */
  timeName?: string
  /** As `2026-06-01T08:00`, in the zone of the browser; a part of it may be missing. */
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** A day, and a time in the format of the person. */
export function MomentField({
  label,
  timeLabel = t('time-range.time'),
  timeName = label,
  value,
  error,
  onChange,
}: MomentFieldProps) {
  const twelve = useMe().timeFormat === '12Hour'
  const [day = '', time = ''] = value.split('T')
  return (
    <div className={classes['moment']}>
      <DayField label={label} required value={day} error={error} onChange={(next) => onChange(`${next}T${time}`)} />
      <TimePicker
        label={timeLabel}
        required
        format={twelve ? '12h' : '24h'}
        hoursInputLabel={t('time-range.time.hours', { label: timeName })}
        minutesInputLabel={t('time-range.time.minutes', { label: timeName })}
        amPmInputLabel={t('time-range.time.am-pm', { label: timeName })}
        value={time}
        error={error !== undefined && error !== null}
        onChange={(next) => onChange(`${day}T${next.slice(0, 5)}`)}
      />
    </div>
  )
}
