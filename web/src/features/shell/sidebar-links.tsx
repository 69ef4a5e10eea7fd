import { UnstyledButton } from '@mantine/core'
import {
  IconApps,
  IconBook,
  IconBuildingCog,
  IconDeviceSim,
  IconHome,
  IconLayoutDashboard,
  IconLogout,
  IconSettings,
} from '#ui/icons/icons.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { pageLink } from '#platform/extensions/page-link.ts'
import { addedPages } from '#platform/extensions/web-extension.ts'
import { AppIcon } from '#shared/apps/app-icon.tsx'
import { appsQuery } from '#shared/apps/app-queries.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { useUnsavedPage } from '#ui/components/unsaved-context.tsx'
import navLink from '#ui/components/nav-link.module.css'
import classes from './sidebar-links.module.css'
import { t } from './texts.ts'

interface SidebarLinksProps {
  /** A link was followed: the drawer may close. */
  onFollow?: (() => void) | undefined
}

export function SidebarLinks({ onFollow }: SidebarLinksProps) {
  const session = useSession()
  const page = useUnsavedPage()
  const signOut = useMutation({ mutationFn: session.signOut })
  return (
    <nav aria-label={t('shell.links')} className={classes['nav']}>
      <PageLinks links={HOME} onFollow={onFollow} />
      <AppLinks onFollow={onFollow} />
      <PageLinks links={LISTS} onFollow={onFollow} />
      <AddedLinks onFollow={onFollow} />
      <SettingsLinks onFollow={onFollow} />
      <a href="/docs/guides/index.html" target="_blank" rel="noopener" className={navLink['link']} onClick={onFollow}>
        <IconBook stroke={1.5} aria-hidden="true" />
        {t('shell.links.guides')}
      </a>
      <UnstyledButton
        className={`${navLink['link']} ${classes['last']}`}
        aria-disabled={signOut.isPending}
        onClick={() => {
          if (!signOut.isPending) page.leave(signOut.mutate)
        }}
      >
        <IconLogout stroke={1.5} aria-hidden="true" />
        {t('shell.links.sign-out')}
      </UnstyledButton>
    </nav>
  )
}

const HOME = [
  { to: '/', Icon: IconHome, text: 'shell.links.home' },
  { to: '/dashboard', Icon: IconLayoutDashboard, text: 'shell.links.dashboard' },
] as const

const LISTS = [{ to: '/sim-cards', Icon: IconDeviceSim, text: 'shell.links.sim-cards' }] as const

interface PageLinksProps extends SidebarLinksProps {
  links: typeof HOME | typeof LISTS
}

function PageLinks({ links, onFollow }: PageLinksProps) {
  return links.map(({ to, Icon, text }) => (
    <Link
      key={to}
      to={to}
      // How a list is looked at does not make it another page.
      activeOptions={{ includeSearch: false }}
      className={navLink['link'] ?? ''}
      onClick={onFollow}
    >
      <Icon stroke={1.5} aria-hidden="true" />
      {t(text)}
    </Link>
  ))
}

/** Links to pages of extensions. */
function AddedLinks({ onFollow }: SidebarLinksProps) {
  return addedPages(useMe()).map(
    ({ path, link }) =>
      link && (
        <Link
          key={path}
          {...pageLink(path)}
          activeOptions={{ includeSearch: false }}
          className={navLink['link'] ?? ''}
          onClick={onFollow}
        >
          <link.Icon stroke={1.5} aria-hidden="true" />
          {link.label()}
        </Link>
      ),
  )
}

/** Settings for everyone; for admins also the way to their company. */
function SettingsLinks({ onFollow }: SidebarLinksProps) {
  const { role } = useMe()
  return (
    <>
      <Link
        to="/settings"
        activeOptions={{ includeSearch: false }}
        className={navLink['link'] ?? ''}
        onClick={onFollow}
      >
        <IconSettings stroke={1.5} aria-hidden="true" />
        {t('shell.links.settings')}
      </Link>
      {role === 'admin' ? (
        <Link
          to="/settings"
          search={{ tab: 'my-company' }}
          activeOptions={{ exact: true }}
          className={`${navLink['link']} ${classes['quiet']}`}
          onClick={onFollow}
        >
          <IconBuildingCog stroke={1.5} aria-hidden="true" />
          {t('shell.links.account')}
        </Link>
      ) : undefined}
    </>
  )
}

/** Links to the list of apps and to each of them, when there are any. */
function AppLinks({ onFollow }: SidebarLinksProps) {
  const { data: apps = [] } = useQuery(appsQuery(useApi()))
  if (apps.length === 0) return undefined
  return (
    <>
      <Link to="/applications" activeOptions={{ exact: true }} className={navLink['link'] ?? ''} onClick={onFollow}>
        <IconApps stroke={1.5} aria-hidden="true" />
        {t('shell.links.apps')}
      </Link>
      {apps.map((app) => (
        <Link
          key={app.id}
          to="/applications/$appId"
          params={{ appId: app.path }}
          className={`${navLink['link']} ${classes['below']}`}
          onClick={onFollow}
          title={app.name}
        >
          <AppIcon icon={app.icon} />
          <span className={classes['name']}>{app.name}</span>
        </Link>
      ))}
    </>
  )
}
