import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from './failure-note.tsx'
import { InSight } from './in-sight.tsx'

interface FormFailureProps {
  text: string
  advice?: string
  /** What can be done about it at once. */
  children?: ReactNode
}

/** The failure of the last action, scrolled into sight and read by screen readers. */
export function FormFailure({ text, advice, children }: FormFailureProps) {
  return (
    <InSight key={`${text} ${advice}`}>
      <Stack gap="xs">
        <FailureNote text={text} {...(advice === undefined ? {} : { advice })} />
        {children === undefined ? undefined : <Group gap="xs">{children}</Group>}
      </Stack>
    </InSight>
  )
}
