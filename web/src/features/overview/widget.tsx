import type { ReactNode } from 'react'
import classes from './widget.module.css'

interface WidgetProps {
  title: string
  titleId?: string
  /** Stands beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame of one element of an overview. */
export function Widget({ title, titleId, aside, children }: WidgetProps) {
  return (
    <section className={classes['widget']}>
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']} title={title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
