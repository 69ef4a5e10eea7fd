import { DATA_NOT_FOUND } from '@fieldwatch/contract/api/live-addresses'
import { Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '#ui/icons/icons.ts'
import { useLiveStatus } from '#platform/live/live-context.ts'
import type { LiveStatus } from '#platform/live/live-state.ts'
import classes from './connection-banner.module.css'
import { t } from './texts.ts'

/** Says quietly that values are no longer live, until they are again. */
export function ConnectionBanner() {
  const status = useLiveStatus()
  // The browser knows sooner than the live connection that there is no network.
  const { online } = useNetwork()
  const lost = !online || status.kind === 'lost' || status.kind === 'refused'
  return (
    <output className={classes['place']}>
      {lost ? (
        <span className={classes['banner']}>
          <IconPlugConnectedX stroke={1.5} aria-hidden="true" />
          <Text component="span" size="sm">
            {online ? lossText(status) : t('shell.connection.offline')}
          </Text>
        </span>
      ) : undefined}
    </output>
  )
}

function lossText(status: LiveStatus): string {
  if (status.kind !== 'refused') return t('shell.connection.lost')
  if (status.message === '') return t('shell.connection.refused.unknown')
  const reason = status.message === DATA_NOT_FOUND ? t('shell.connection.refused.data') : status.message
  return t('shell.connection.refused', { reason })
}
