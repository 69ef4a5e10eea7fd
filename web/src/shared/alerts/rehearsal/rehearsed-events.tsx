import { formatCount } from '@fieldwatch/contract/number-text'
import type { Rehearsal } from '@fieldwatch/contract/alert-rehearsal'
import { Text } from '@mantine/core'
import { formatDuration } from '@fieldwatch/contract/duration-text'
import { formatMoment } from '@fieldwatch/contract/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { measuredText } from '@fieldwatch/contract/measured-text'
import classes from './rehearsal.module.css'

const MOST_SHOWN = 5

/** The newest periods in which a device would have been triggered. */
export function RehearsedEvents({ unit }: { unit: Rehearsal['units'][number] }) {
  const { timeFormat } = useMe()
  const newest = unit.events.slice(-MOST_SHOWN).toReversed()
  const rest = unit.count - newest.length
  if (newest.length === 0) return undefined
  return (
    <div>
      <ul className={classes['events']} aria-label="When it would have been triggered">
        {newest.map(({ startUTC, endUTC, durationSeconds, value }) => (
          <li key={startUTC} className={classes['event']}>
            <span>{formatMoment(Date.parse(startUTC), timeFormat)}</span>
            {value === null ? undefined : <span>{measuredText(value, unit.unitOfMeasure)}</span>}
            <span>
              {endUTC === null ? 'since then, ' : ''}
              {formatDuration(durationSeconds * 1_000)}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text c="dimmed">
          And {formatCount(rest)} more before that.
          {unit.count > unit.events.length ? ` The chart shades the newest ${unit.events.length}.` : ''}
        </Text>
      )}
    </div>
  )
}
