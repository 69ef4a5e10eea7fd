import { type ReactNode, useEffect, useRef } from 'react'
import classes from './in-sight.module.css'

/** Scrolls what stands in it into sight when it appears. For what is said next in the same place give it another `key`. */
export function InSight({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which is nothing to clean up with.
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className={classes['place']}>
      {children}
    </div>
  )
}
