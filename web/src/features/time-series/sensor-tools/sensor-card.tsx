import { Text } from '@mantine/core'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import { valueWords } from '#shared/latest/value-format.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import type { CardState, Reading } from '#shared/sensors/reading.ts'
import classes from './sensor-tools.module.css'
import { t } from '../texts.ts'

interface SensorCardProps {
  name: string
  state: CardState
  measure: Measure
  timeFormat: TimeFormat
}

/** The newest reading of one sensor. */
export function SensorCard({ name, state, measure, timeFormat }: SensorCardProps) {
  const reading = state.kind === 'reading' ? state.reading : undefined
  const value = state.kind === 'text' ? state.text : valueText(state.reading, measure)
  const time = state.kind === 'text' ? state.text : formatMoment(state.reading.at, timeFormat)
  return (
    <section className={classes['card']} aria-label={t('time-series.sensors.newest', { name })}>
      <h2 className={classes['sensor']}>{name}</h2>
      <dl className={classes['facts']}>
        <div className={classes['fact']}>
          <dt className={classes['label']}>{t('time-series.sensors.value')}</dt>
          <dd className={classes['value']} data-text={reading === undefined} aria-live="polite" title={value}>
            {value}
          </dd>
        </div>
        <div className={classes['fact']}>
          <dt className={classes['label']}>{t('time-series.sensors.updated')}</dt>
          <dd className={classes['time']}>
            <Text component="span" size="xs" c="dimmed">
              {time}
            </Text>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function valueText({ value }: Reading, measure: Measure): string {
  if (typeof value !== 'number') return String(value)
  const { text, unit } = valueWords(value, measure)
  return withUnit(text, unit)
}
