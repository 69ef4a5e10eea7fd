import { formatCount } from '@fieldwatch/contract/number-text'
import type { EventTable } from '@fieldwatch/contract/events'
import { Progress, Text } from '@mantine/core'
import classes from './events.module.css'

/** How far the finding of occurrences is. */
export function FindingProgress({ done, total }: EventTable['progress']) {
  return (
    <div className={classes['finding']}>
      <Progress.Root size="sm">
        <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label="Records that were looked at" />
      </Progress.Root>
      <Text c="dimmed" size="xs">
        {total === 0 ? 'Waiting to begin' : `${formatCount(done)} of ${formatCount(total)} records`}
      </Text>
    </div>
  )
}
