import { useEffect, useState } from 'react'

/** The time in epoch milliseconds, told anew every `everyMs`. One a page: hand it down to what ages. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
