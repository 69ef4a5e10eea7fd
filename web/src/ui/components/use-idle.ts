import { useEffect, useState } from 'react'

/** However busy the page is, what waits for a quiet moment starts after this. */
const LATEST_MS = 1000

/** Turns true when the page has had a quiet moment: for what is heavy and not what the eye looks for first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callback.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), LATEST_MS / 4)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
