import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { Panel } from './panel.tsx'
import classes from './management.module.css'
import { t } from './texts.ts'

interface AdminSectionProps {
  title: string
  children: ReactNode
}

/** A section that only admins may open; anyone else reads why it is empty. */
export function AdminSection({ title, children }: AdminSectionProps) {
  const isAdmin = useMe().role === 'admin'
  if (isAdmin) return <div className={classes['page']}>{children}</div>
  return (
    <Panel title={title}>
      <Text>{t('management.admins-only')}</Text>
    </Panel>
  )
}
