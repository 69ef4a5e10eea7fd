import { Text } from '@mantine/core'
import type { Activity } from './activity.ts'
import classes from './activity-label.module.css'

interface ActivityLabelProps {
  activity: Activity
  /** The exact time, shown on hover. */
  lastActivityUtc: string | null
}

/** How long ago a unit spoke, in words and in the colour of its status. */
export function ActivityLabel({ activity, lastActivityUtc }: ActivityLabelProps) {
  const exact = lastActivityUtc === null ? undefined : new Date(lastActivityUtc).toLocaleString()
  return (
    <Text component="span" size="sm" truncate className={classes[activity.kind] ?? ''} title={exact}>
      {activity.label}
    </Text>
  )
}
