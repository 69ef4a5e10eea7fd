import { NativeSelect, Skeleton, Stack, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import navLink from '#ui/components/nav-link.module.css'
import { useMe } from '#platform/session/me-queries.ts'
import { type SettingsTab, shownTab, tabGroupsOf } from './settings-search.ts'
import classes from './settings-page.module.css'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

// Each tab is loaded on its own.
const TABS: Record<SettingsTab, ComponentType> = {
  profile: lazyPart('profile', async () => (await import('./profile/profile-tab.tsx')).ProfileTab),
  'my-company': lazyPart('my-company', async () => (await import('./company/company-tab.tsx')).CompanyTab),
  entities: lazyPart('entities', async () => (await import('./entities/entities-tab.tsx')).EntitiesTab),
  retention: lazyPart('retention', async () => (await import('./retention/retention-tab.tsx')).RetentionTab),
  templates: lazyPart('templates', async () => (await import('./templates/templates-tab.tsx')).TemplatesTab),
  alerts: lazyPart('alerts', async () => (await import('./alerts/alerts-tab.tsx')).AlertsTab),
  reports: lazyPart('reports', async () => (await import('./reports/reports-tab.tsx')).ReportsTab),
  shares: lazyPart('shares', async () => (await import('./shares/shares-tab.tsx')).SharesTab),
  boards: lazyPart('boards', async () => (await import('./boards/boards-tab.tsx')).BoardsTab),
  webhooks: lazyPart('webhooks', async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab),
  'network-servers': lazyPart(
    'network-servers',
    async () => (await import('./network-servers/network-servers-tab.tsx')).NetworkServersTab,
  ),
  mappings: lazyPart('mappings', async () => (await import('./mappings/mappings-tab.tsx')).MappingsTab),
  tokens: lazyPart('tokens', async () => (await import('./program-tokens/tokens-tab.tsx')).TokensTab),
  'delivery-log': lazyPart(
    'delivery-log',
    async () => (await import('./delivery-log/delivery-log-tab.tsx')).DeliveryLogTab,
  ),
  activity: lazyPart('activity', async () => (await import('./activity/activity-tab.tsx')).ActivityTab),
}

/** Where the menu is above the tab: below the breakpoint `md` of the theme, and on a phone on its side. */
const NARROW = '(max-width: 48em), (max-height: 30em)'

/** Settings: a side menu of tabs, and the tab that the address names. */
export function SettingsPage() {
  usePageTitle(t('settings.title'))
  const me = useMe()
  const shown = shownTab(useSearch({ from: '/signed-in/settings' }), me)
  const Tab = TABS[shown]
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes['page']}>
      <Title order={1} size="h3">
        {t('settings.title')}
      </Title>
      <div className={classes['columns']}>
        <nav aria-label={t('settings.title')} className={classes['menu']}>
          {narrow ? <TabSelect shown={shown} /> : <TabLinks shown={shown} />}
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

interface TabMenuProps {
  shown: SettingsTab
}

function TabLinks({ shown }: TabMenuProps) {
  return tabGroupsOf(useMe()).map(({ group, tabs }) => (
    <div key={group} className={classes['group']}>
      <span className={classes['groupName']}>{t(group)}</span>
      {tabs.map(({ tab, label }) => (
        <Link
          key={tab}
          to="/settings"
          search={tab === 'profile' ? {} : { tab }}
          activeOptions={{ exact: true }}
          className={navLink['link'] ?? ''}
          // The tab that is shown, even if the address names another.
          aria-current={tab === shown ? 'page' : undefined}
        >
          {t(label)}
        </Link>
      ))}
    </div>
  ))
}

/** All tabs in one field, where there is no room for them beside each other. */
function TabSelect({ shown }: TabMenuProps) {
  const navigate = useNavigate({ from: '/settings' })
  return (
    <NativeSelect
      label={t('settings.menu.section')}
      value={shown}
      data={tabGroupsOf(useMe()).map(({ group, tabs }) => ({
        group: t(group),
        items: tabs.map(({ tab, label }) => ({ value: tab, label: t(label) })),
      }))}
      onChange={({ currentTarget }) => {
        const tab = currentTarget.value as SettingsTab
        void navigate({ search: tab === 'profile' ? {} : { tab } })
      }}
    />
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
