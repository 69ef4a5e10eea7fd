import { Group, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMe } from '#platform/session/me-queries.ts'
import { type ScheduleValues, timeZones } from './schedule-form.ts'
import { hourText, monthDayText, WEEKDAYS } from './schedule-text.ts'

const EVERY = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

const DAYS = [...Array.from({ length: 28 }, (_, index) => index + 1), 'last' as const]

/** When a report is sent. */
export function RhythmFields({ form, ownZone }: { form: UseFormReturnType<ScheduleValues>; ownZone: string }) {
  const { timeFormat } = useMe()
  const { every } = form.values
  return (
    <>
      <Group grow align="start" gap="sm">
        <NativeSelect label="Every" data={EVERY} {...form.getInputProps('every')} />
        {every === 'week' ? (
          <NativeSelect
            label="On"
            data={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
            {...form.getInputProps('weekday')}
          />
        ) : undefined}
        {every === 'month' ? (
          <NativeSelect
            label="On"
            data={DAYS.map((day) => ({ value: String(day), label: monthDayText(day) }))}
            {...form.getInputProps('day')}
          />
        ) : undefined}
        <NativeSelect
          label="At"
          data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour, timeFormat) }))}
          {...form.getInputProps('hour')}
        />
      </Group>
      <NativeSelect
        label="Time zone"
        description="Days begin and end by its clocks."
        data={timeZones(ownZone)}
        {...form.getInputProps('timeZone')}
      />
    </>
  )
}
