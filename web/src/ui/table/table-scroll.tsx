import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './data-table.module.css'

/** How a table is called for those who do not see its title. */
export type Naming = { 'aria-label': string } | { 'aria-labelledby': string }

interface TableScrollProps {
  naming: Naming
  /** The last column stays within reach however far the others are scrolled. */
  pinned: boolean
  children: ReactNode
}

/** The place of a table. A table that is wider scrolls, by keyboard too, and a shadow at its edge says that there is more. */
export function TableScroll({ naming, pinned, children }: TableScrollProps) {
  const scroller = useRef<HTMLElement>(null)
  const [cut, setCut] = useState<Cut>('none')
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => setCut(cutOf(element))
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const table of element.children) observer.observe(table)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className={classes['edges']} data-cut={cut} data-pinned={pinned}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={scroller} className={classes['scroll']} tabIndex={0} {...naming}>
        {children}
      </section>
    </div>
  )
}

type Cut = 'none' | 'start' | 'end' | 'both'

/** On which sides there is more than is in sight. */
function cutOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Cut {
  const before = scrollLeft > 1
  const after = scrollLeft + clientWidth < scrollWidth - 1
  if (before) return after ? 'both' : 'start'
  return after ? 'end' : 'none'
}
