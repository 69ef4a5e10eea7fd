import type { LiveModified } from '@fieldwatch/contract/live'
import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveClient } from './live-client.ts'
import type { LiveStatus } from './live-state.ts'

export const LiveContext = createContext<LiveClient | undefined>(undefined)

/** The live connection of the tab, for what is drawn outside React. */
export function useLive(): LiveClient {
  const client = use(LiveContext)
  if (client === undefined) throw new Error('useLive needs a LiveProvider')
  return client
}

/**
 * Hears of every change of data documents: of all viewing units, or of the one with this dataID. `onReopened`: the
 * connection was away, so that changes may have been missed.
 */
export function useLiveDocuments(
  devices: string,
  onModified: (document: LiveModified) => void,
  onReopened?: () => void,
): void {
  const live = useLive()
  const modified = useEffectEvent(onModified)
  const reopened = useEffectEvent(() => onReopened?.())
  useEffect(
    () => live.watchDocuments(devices, { onModified: (document) => modified(document), onReopened: () => reopened() }),
    [live, devices],
  )
}

/** What to tell about the connection: `lost` while it is tried again, `refused` with the server's words. */
export function useLiveStatus(): LiveStatus {
  const live = useLive()
  return useSyncExternalStore(live.onStatus, live.status)
}
