import { startTransition, useEffect, useState } from 'react'

/** On a busy page idle work starts after this. */
const LATEST_MS = 1000

/**
 * Turns true when the page was idle: for heavy parts that are not looked at first. As a transition, so that a part which is not
 * loaded yet appears as soon as it is: React shows no part sooner than 300 ms after its place was left empty.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const begin = (): void => startTransition(() => setIdle(true))
    // Safari has no idle callback.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin, LATEST_MS / 4)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin, { timeout: LATEST_MS })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
