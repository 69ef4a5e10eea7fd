import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './management.module.css'

interface PanelProps {
  title: string
  /** Stands beside the title. */
  tools?: ReactNode
  /** Over the whole width of the page. */
  wide?: boolean
  children: ReactNode
}

/** One part of the Management screen. */
export function Panel({ title, tools, wide = false, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${classes['card']} ${wide ? classes['wide'] : ''}`}>
      <div className={classes['head']}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {tools}
      </div>
      {children}
    </section>
  )
}
