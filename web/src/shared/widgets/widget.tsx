import { type ReactNode, use } from 'react'
import { EditWidget } from '#shared/widgets/settings/widget-tools.tsx'
import { WidgetPlaceContext } from './widget-place.ts'
import classes from './widget.module.css'

interface WidgetProps {
  title: string
  titleId?: string
  /** Shown beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame of one element of an overview. */
export function Widget({ title, titleId, aside, children }: WidgetProps) {
  const place = use(WidgetPlaceContext)
  return (
    <section className={classes['widget']}>
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']} title={title}>
          {title}
        </h2>
        <span className={classes['aside']}>
          {aside}
          {place !== undefined && <EditWidget place={place} title={title} />}
        </span>
      </div>
      {children}
    </section>
  )
}
