import type { ReactNode } from 'react'
import classes from './skip-link.module.css'

interface SkipLinkProps {
  /** The id of what comes after. */
  to: string
  children: ReactNode
}

/** A way past a long part of the page for those who use the keyboard; it is seen when it has the focus. */
export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a href={`#${to}`} className={classes['skip']}>
      {children}
    </a>
  )
}
