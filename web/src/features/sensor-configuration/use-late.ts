import { useEffect, useState } from 'react'

/** Whether this long has passed since `attempt` began. */
export function useLate(attempt: number, afterMs: number): boolean {
  const [late, setLate] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setLate(attempt), afterMs)
    return () => clearTimeout(timer)
  }, [attempt, afterMs])
  return late === attempt
}
