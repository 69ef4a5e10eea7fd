import { FailureNote } from '#ui/components/failure-note.tsx'
import { Skeleton, Title } from '@mantine/core'
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

interface PanelDataProps<Data> {
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** What is said when it could not be read. */
  failed: string
  /** The height of what is shown until the data is there. */
  height: string
  children: (data: Data) => ReactNode
}

/** What a query has read. Why it could not be read again is said above what was read before. */
export function PanelData<Data>({ query: { data, error, refetch }, failed, height, children }: PanelDataProps<Data>) {
  return (
    <>
      {error === null ? undefined : <FailureNote text={failed} advice={error.message} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton height={height} /> : undefined}
      {data === undefined ? undefined : children(data)}
    </>
  )
}
