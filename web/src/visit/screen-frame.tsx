import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from '#ui/components/logo.tsx'
import classes from './visit.module.css'

interface ScreenFrameProps {
  /** Left out where the content has its own. */
  name: string | undefined
  state: string
  children: ReactNode
}

/** What is around each screen. */
export function ScreenFrame({ name, state, children }: ScreenFrameProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Logo size="1.5rem" />
        {name === undefined ? undefined : (
          <Title order={1} size="h3" className={classes['name'] ?? ''} title={name}>
            {name}
          </Title>
        )}
        <output className={classes['state']}>{state}</output>
      </header>
      <main className={classes['main']}>{children}</main>
    </div>
  )
}
