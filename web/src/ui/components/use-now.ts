import { useEffect, useState } from 'react'
import { portalClock, portalNow } from '#platform/time/portal-clock.ts'

/** The time in epoch milliseconds, updated every `everyMs`. Use one for each page. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(portalNow)
  useEffect(() => {
    const update = (): void => setNow(portalNow())
    const timer = setInterval(update, everyMs)
    const stop = portalClock.subscribe(update)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}
