import { useEffect, useState } from 'react'

/** On a busy page idle work starts after this. */
const LATEST_MS = 1000

/** Turns true when the page was idle: for heavy parts that are not looked at first. */
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
