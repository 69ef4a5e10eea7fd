import { Text } from '@mantine/core'
import { IconPlugConnectedX } from '#ui/icons/icons.ts'
import { useLiveStatus } from '#platform/live/live-context.ts'
import classes from './connection-banner.module.css'

/** Says quietly that values are no longer live, until they are again. */
export function ConnectionBanner() {
  const status = useLiveStatus()
  const lost = status.kind === 'lost' || status.kind === 'refused'
  return (
    <output className={classes['place']}>
      {lost ? (
        <span className={classes['banner']}>
          <IconPlugConnectedX stroke={1.5} aria-hidden="true" />
          <Text component="span" size="sm">
            {status.kind === 'refused'
              ? `No live values: ${status.message}`
              : 'The live connection is lost. What you see may be out of date; it is being restored.'}
          </Text>
        </span>
      ) : undefined}
    </output>
  )
}
