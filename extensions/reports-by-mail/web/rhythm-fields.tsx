import { Group, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { type ScheduleValues, timeZones } from './schedule-form.ts'
import { hourText, monthDayText, weekdayText } from './schedule-text.ts'
import { t } from './texts.ts'

const EVERY = ['day', 'week', 'month'] as const

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

const DAYS = [...Array.from({ length: 28 }, (_, index) => index + 1), 'last' as const]

/** When a report is sent. */
export function RhythmFields({ form, ownZone }: { form: UseFormReturnType<ScheduleValues>; ownZone: string }) {
  const { timeFormat } = useMe()
  const { every } = form.values
  return (
    <>
      <Group grow align="start" gap="sm">
        <NativeSelect
          label={t('reports-by-mail.every')}
          data={EVERY.map((value) => ({ value, label: t(`reports-by-mail.every.${value}`) }))}
          {...form.getInputProps('every')}
        />
        {every === 'week' ? (
          <NativeSelect
            label={t('reports-by-mail.on')}
            data={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayText(day) }))}
            {...form.getInputProps('weekday')}
          />
        ) : undefined}
        {every === 'month' ? (
          <NativeSelect
            label={t('reports-by-mail.on')}
            data={DAYS.map((day) => ({ value: String(day), label: monthDayText(day) }))}
            {...form.getInputProps('day')}
          />
        ) : undefined}
        <NativeSelect
          label={t('reports-by-mail.at')}
          data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour, timeFormat) }))}
          {...form.getInputProps('hour')}
        />
      </Group>
      <NativeSelect
        label={t('reports-by-mail.time-zone')}
        description={t('reports-by-mail.time-zone.help')}
        data={timeZones(ownZone)}
        {...form.getInputProps('timeZone')}
      />
    </>
  )
}
