import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNow } from '#ui/components/use-now.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { enteredMoment } from '#shared/time-range/entered-moment.ts'
import { MomentField } from '#shared/time-range/moment-field.tsx'
import classes from './calculations.module.css'
import { t } from './texts.ts'

interface StartFieldProps {
  /** As `2026-06-01T08:00`, in the zone of the browser; a part of it may be missing. */
  value: string
  error: ReactNode
  /** The note on a start in the future. */
  later: (start: string) => string
  onChange: (value: string) => void
}

/** From when on a source is computed: a day, and a time in the format of the person. A start to come is marked as one. */
export function StartField({ value, error, later, onChange }: StartFieldProps) {
  const { timeFormat } = useMe()
  const now = useNow(60_000)
  const start = enteredMoment(value)
  return (
    <div>
      <MomentField
        label={t('calculations.start.date')}
        timeLabel={t('calculations.start.time')}
        timeName={t('calculations.start.time')}
        value={value}
        error={error}
        onChange={onChange}
      />
      {start?.kind === 'moment' && start.at > now ? (
        <Text component="output" size="xs" className={classes['later'] ?? ''}>
          {later(formatMoment(start.at, timeFormat))}
        </Text>
      ) : undefined}
    </div>
  )
}
