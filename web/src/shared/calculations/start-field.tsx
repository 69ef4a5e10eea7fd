import '@mantine/dates/styles.layer.css'
import { Text, TextInput } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useNow } from '#ui/components/use-now.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { formatMoment } from '#platform/format/moment-text.ts'
import { startOf } from './calculation-form.ts'
import classes from './calculations.module.css'

interface StartFieldProps {
  /** As `2026-06-01T08:00`, in the zone of the browser; a part of it may be missing. */
  value: string
  error: ReactNode
  /** What is said of the time before a start that is to come, as in "the source has no records". */
  nothing: string
  onChange: (value: string) => void
}

/** From when on a source is computed: a day, and a time in the format of the person. A start to come is told as one. */
export function StartField({ value, error, nothing, onChange }: StartFieldProps) {
  const { timeFormat } = useMe()
  const now = useNow(60_000)
  const [day = '', time = ''] = value.split('T')
  const start = startOf(value)
  const twelve = timeFormat === '12Hour'
  return (
    <div>
      <div className={classes['start']}>
        <TextInput
          label="Start date"
          required
          type="date"
          max="9999-12-31"
          value={day}
          error={error}
          onChange={({ currentTarget }) => onChange(`${currentTarget.value}T${time}`)}
        />
        <TimePicker
          label="Start time"
          required
          format={twelve ? '12h' : '24h'}
          hoursInputLabel="Start time, hours"
          minutesInputLabel="Start time, minutes"
          amPmInputLabel="Start time, AM or PM"
          value={time}
          error={error !== undefined && error !== null}
          onChange={(next) => onChange(`${day}T${next.slice(0, 5)}`)}
        />
      </div>
      {start?.kind === 'moment' && start.at > now ? (
        <Text component="output" size="xs" className={classes['later'] ?? ''}>
          This is to come: {nothing} before {formatMoment(start.at, timeFormat)}.
        </Text>
      ) : undefined}
    </div>
  )
}
