import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './state-line.module.css'

interface StateLineProps {
  title: ReactNode
  text: ReactNode
  /** It is time to do something. */
  urgent?: boolean
  /** What can be done: buttons. */
  children?: ReactNode
}

/** How something is, and what can be done about it. */
export function StateLine({ title, text, urgent = false, children }: StateLineProps) {
  return (
    <div className={classes['line']}>
      <div className={classes['words']}>
        <Text component="div">{title}</Text>
        <Text size="sm" {...(urgent ? { fw: 600 } : { c: 'dimmed' })}>
          {text}
        </Text>
      </div>
      {children}
    </div>
  )
}
