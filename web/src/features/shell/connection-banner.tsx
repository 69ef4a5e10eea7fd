import { DATA_NOT_FOUND } from '@fieldwatch/contract/api/live-addresses'
import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useNetwork } from '@mantine/hooks'
import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { IconClockExclamation, IconPlugConnectedX } from '#ui/icons/icons.ts'
import { useLiveStatus } from '#platform/live/live-context.ts'
import type { LiveStatus } from '#platform/live/live-state.ts'
import { portalClock } from '#platform/time/portal-clock.ts'
import classes from './connection-banner.module.css'
import { t } from './texts.ts'

/** Says quietly that values are no longer live until they are again, or that the clock of the device is wrong. */
export function ConnectionBanner() {
  const status = useLiveStatus()
  // The browser knows sooner than the live connection that there is no network.
  const { online } = useNetwork()
  const lost = !online || status.kind === 'lost' || status.kind === 'refused'
  const wrongClock = clockText(useSyncExternalStore(portalClock.subscribe, portalClock.ahead))
  return (
    <output className={classes['place']}>
      {lost ? (
        <span className={classes['banner']}>
          <IconPlugConnectedX stroke={1.5} aria-hidden="true" />
          <Text component="span" size="sm">
            {online ? lossText(status) : t('shell.connection.offline')}
          </Text>
        </span>
      ) : wrongClock === undefined ? undefined : (
        <span className={classes['banner']}>
          <IconClockExclamation stroke={1.5} aria-hidden="true" />
          <Text component="span" size="sm">
            {wrongClock}
          </Text>
        </span>
      )}
    </output>
  )
}

/** Undefined where a difference does not matter to a person. */
function clockText(aheadMs: number): string | undefined {
  const difference = Math.abs(aheadMs)
  if (difference < MINUTE_MS) return undefined
  const duration = formatDuration(Math.round(difference / MINUTE_MS) * MINUTE_MS)
  return t(aheadMs > 0 ? 'shell.clock.slow' : 'shell.clock.fast', { duration })
}

function lossText(status: LiveStatus): string {
  if (status.kind !== 'refused') return t('shell.connection.lost')
  if (status.message === '') return t('shell.connection.refused.unknown')
  const reason = status.message === DATA_NOT_FOUND ? t('shell.connection.refused.data') : status.message
  return t('shell.connection.refused', { reason })
}
