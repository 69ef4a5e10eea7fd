import { useEffect, useState } from 'react'
import { useLiveStatus } from '#platform/live/live-context.ts'
import { LOADED_AFTER_MS } from '#platform/live/live-state.ts'

/**
 * Whether missing data may be reported: 3 seconds after the stream opened (specification, document 2, section 9), or when it will
 * not open.
 */
export function useSettled(): boolean {
  const { kind } = useLiveStatus()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (kind !== 'open') return undefined
    const timer = setTimeout(() => setWaited(true), LOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [kind])
  return waited || kind === 'lost' || kind === 'refused'
}
