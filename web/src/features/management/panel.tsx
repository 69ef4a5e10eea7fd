import { Title } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useAnchor } from './use-anchor.ts'
import classes from './management.module.css'

interface FrameProps {
  title: string
  /** Shown beside the title. */
  tools?: ReactNode
  children: ReactNode
}

interface PanelProps extends FrameProps {
  /** The hash by which an address leads to it. */
  anchor?: string
}

/** One part of the Management screen. */
export function Panel({ anchor, ...frame }: PanelProps) {
  return anchor === undefined ? <Frame {...frame} /> : <AnchoredPanel anchor={anchor} {...frame} />
}

function AnchoredPanel({ anchor, ...frame }: FrameProps & { anchor: string }) {
  return <Frame {...frame} section={useAnchor<HTMLElement>(anchor)} />
}

function Frame({ title, tools, section, children }: FrameProps & { section?: ComponentProps<'section'> }) {
  const id = useId()
  return (
    <section {...section} aria-labelledby={id} className={classes['card']}>
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
