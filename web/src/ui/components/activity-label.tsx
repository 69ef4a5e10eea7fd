import { Text } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { Activity } from './activity.ts'
import classes from './activity-label.module.css'

interface ActivityLabelProps {
  activity: Activity
  /** The exact time, shown on hover. */
  lastActivityUtc: string | null
}

/** How long ago a unit spoke, in words and in the colour of its status. */
export function ActivityLabel({ activity, lastActivityUtc }: ActivityLabelProps) {
  const { timeFormat } = useMe()
  // The moment itself is the raw value that the specification shows from 8 days on.
  const exact = lastActivityUtc && `${formatMoment(Date.parse(lastActivityUtc), timeFormat)} (${lastActivityUtc})`
  return (
    <Text component="span" size="sm" truncate className={classes[activity.kind] ?? ''} title={exact ?? undefined}>
      {activity.label}
    </Text>
  )
}
