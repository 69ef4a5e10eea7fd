import { type ReactNode, useEffect, useRef } from 'react'
import classes from './in-sight.module.css'

/** Scrolls its content into sight when it appears; a new message in the same place needs another `key`. */
export function InSight({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which must not be taken for a cleanup.
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className={classes['place']}>
      {children}
    </div>
  )
}
