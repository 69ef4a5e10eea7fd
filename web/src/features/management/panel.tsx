import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useAnchor } from './use-anchor.ts'
import classes from './management.module.css'

interface PanelProps {
  title: string
  /** Stands beside the title. */
  tools?: ReactNode
  /** Over the whole width of the page. */
  wide?: boolean
  /** The hash by which an address leads to it. */
  anchor?: string
  children: ReactNode
}

/** One part of the Management screen. */
export function Panel({ title, tools, wide = false, anchor, children }: PanelProps) {
  const id = useId()
  return (
    <section
      {...useAnchor<HTMLElement>(anchor)}
      aria-labelledby={id}
      className={`${classes['card']} ${wide ? classes['wide'] : ''}`}
    >
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
