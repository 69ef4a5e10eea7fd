import { useEffect, useState } from 'react'

/** The time in epoch milliseconds, updated every `everyMs`. Use one for each page. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
