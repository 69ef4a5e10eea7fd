import { createRequiredContext } from '#platform/context/required-context.ts'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveClient } from './live-client.ts'
import type { DocumentListener } from './live-news.ts'
import type { LiveStatus } from './live-state.ts'

/** The live connection of the tab, for code outside React. */
export const [LiveContext, useLive] = createRequiredContext<LiveClient>('useLive needs a LiveProvider')

/** Follows changes of data documents and alerts: of all viewing units, or of one unit and its template; of none while undefined. */
export function useLiveDocuments(devices: string | undefined, listener: DocumentListener): void {
  const live = useLive()
  const hear = useEffectEvent((): DocumentListener => listener)
  useEffect(() => {
    if (devices === undefined) return undefined
    return live.watchDocuments(devices, () => hear())
  }, [live, devices])
}

/** The state of the connection: `lost` while it is retried, `refused` with the server's words. */
export function useLiveStatus(): LiveStatus {
  const live = useLive()
  return useSyncExternalStore(live.onStatus, live.status)
}
