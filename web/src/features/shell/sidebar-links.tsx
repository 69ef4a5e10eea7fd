import { UnstyledButton } from '@mantine/core'
import { IconHome, IconLayoutDashboard, IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '#session/session-context.tsx'
import classes from './sidebar-links.module.css'

interface SidebarLinksProps {
  /** A link was followed: the drawer may close. */
  onFollow?: () => void
}

export function SidebarLinks({ onFollow }: SidebarLinksProps) {
  const session = useSession()
  const signOut = useMutation({ mutationFn: session.signOut })
  return (
    <nav aria-label="Main" className={classes['nav']}>
      <Link to="/" className={classes['link'] ?? ''} onClick={onFollow}>
        <IconHome stroke={1.5} aria-hidden="true" />
        Home
      </Link>
      <Link to="/dashboard" className={classes['link'] ?? ''} onClick={onFollow}>
        <IconLayoutDashboard stroke={1.5} aria-hidden="true" />
        Dashboard
      </Link>
      <UnstyledButton
        className={`${classes['link']} ${classes['last']}`}
        aria-disabled={signOut.isPending}
        onClick={() => {
          if (!signOut.isPending) signOut.mutate()
        }}
      >
        <IconLogout stroke={1.5} aria-hidden="true" />
        Sign out
      </UnstyledButton>
    </nav>
  )
}
