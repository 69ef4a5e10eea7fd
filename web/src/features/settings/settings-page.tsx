import { Skeleton, Stack, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useRef } from 'react'
import { useCurrentInSight } from '#ui/components/use-current-in-sight.ts'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import navLink from '#ui/components/nav-link.module.css'
import { useMe } from '#platform/session/me-queries.ts'
import { type SettingsTab, shownTab, tabsOf } from './settings-search.ts'
import classes from './settings-page.module.css'
import { lazyPart } from '#platform/parts/lazy-part.tsx'

// Each tab is loaded on its own.
const TABS: Record<SettingsTab, ComponentType> = {
  profile: lazyPart('profile', async () => (await import('./profile-tab.tsx')).ProfileTab),
  'my-company': lazyPart('my-company', async () => (await import('./company-tab.tsx')).CompanyTab),
  entities: lazyPart('entities', async () => (await import('./entities-tab.tsx')).EntitiesTab),
  templates: lazyPart('templates', async () => (await import('./templates/templates-tab.tsx')).TemplatesTab),
  alerts: lazyPart('alerts', async () => (await import('./alerts-tab.tsx')).AlertsTab),
  reports: lazyPart('reports', async () => (await import('./reports/reports-tab.tsx')).ReportsTab),
  webhooks: lazyPart('webhooks', async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab),
  tokens: lazyPart('tokens', async () => (await import('./program-tokens/tokens-tab.tsx')).TokensTab),
  'delivery-log': lazyPart(
    'delivery-log',
    async () => (await import('./delivery-log/delivery-log-tab.tsx')).DeliveryLogTab,
  ),
  activity: lazyPart('activity', async () => (await import('./activity/activity-tab.tsx')).ActivityTab),
}

/** Settings: a side menu of tabs, and the tab that the address names. */
export function SettingsPage() {
  usePageTitle('Settings')
  const me = useMe()
  const shown = shownTab(useSearch({ from: '/signed-in/settings' }), me)
  const Tab = TABS[shown]
  const menu = useRef<HTMLElement>(null)
  useCurrentInSight(menu, shown)
  return (
    <div className={classes['page']}>
      <Title order={1} size="h3">
        Settings
      </Title>
      <div className={classes['columns']}>
        <nav ref={menu} aria-label="Settings" className={classes['menu']}>
          {tabsOf(me).map(({ tab, label }) => (
            <Link
              key={tab}
              to="/settings"
              search={tab === 'profile' ? {} : { tab }}
              activeOptions={{ exact: true }}
              className={navLink['link'] ?? ''}
              // The tab that is shown, even if the address names another.
              aria-current={tab === shown ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes['content']}>
          <Suspense fallback={<TabSkeleton />}>
            <Tab key={shown} />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

function TabSkeleton() {
  return (
    <Stack aria-hidden="true">
      <Skeleton height="1.5rem" width="30%" />
      <Skeleton height="var(--fw-marker-card)" />
    </Stack>
  )
}
