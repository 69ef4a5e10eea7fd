import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings-page.module.css'

interface FrameProps {
  title: string
  /** Beside the title: buttons. */
  tools?: ReactNode
  children: ReactNode
}

/** A tab of Settings. */
export function TabFrame({ title, tools, help, children }: FrameProps & { help?: string }) {
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {tools}
      </Group>
      {help === undefined ? undefined : <Text c="dimmed">{help}</Text>}
      {children}
    </Stack>
  )
}

/** A part of a tab. */
export function TabCard({ title, tools, children }: FrameProps) {
  return (
    <section aria-label={title} className={classes['card']}>
      <Group justify="space-between" className={classes['cardHead'] ?? ''}>
        <Title order={3} size="h5">
          {title}
        </Title>
        {tools}
      </Group>
      {children}
    </section>
  )
}
