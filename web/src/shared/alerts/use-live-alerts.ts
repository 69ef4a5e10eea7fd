import type { DataId } from '@fieldwatch/contract/api/ids'
import { ALERTS_ONLY } from '@fieldwatch/contract/api/live-addresses'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Throttle, createThrottle } from '#platform/live/throttle.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { ALERTS_KEY } from './alert-keys.ts'

/** However much changes, alerts are read again no more often than this. */
const PAUSE_MS = 500

/**
 * Keeps what is shown of alerts as it is now: those of a unit whose page is open, or of all units. `watched` is what the page watches:
 * `viewing`, a unit, or nothing but alerts.
 */
export function useLiveAlerts(watched: DataId | 'viewing' | typeof ALERTS_ONLY = ALERTS_ONLY): void {
  const client = useQueryClient()
  const throttle = useRef<Throttle>(undefined)
  useEffect(() => {
    const made = createThrottle(() => client.invalidateQueries({ queryKey: ALERTS_KEY }), PAUSE_MS)
    throttle.current = made
    return made.stop
  }, [client])
  const ask = (): void => throttle.current?.ask()
  useLiveDocuments(watched, { alerts: ask, opened: ask })
}
