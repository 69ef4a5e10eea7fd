import { NativeSelect, Skeleton, Stack, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import navLink from '#ui/components/nav-link.module.css'
import { useMe } from '#platform/session/me-queries.ts'
import { shownTab, tabGroupsOf } from './settings-tabs.ts'
import classes from './settings-page.module.css'
import { t } from './texts.ts'

/** Where the menu is above the tab: below the breakpoint `md` of the theme, and on a phone on its side. */
const NARROW = '(max-width: 48em), (max-height: 30em)'

/** Settings: a side menu of tabs, and the tab that the address names. */
export function SettingsPage() {
  usePageTitle(t('settings.title'))
  const me = useMe()
  const { tab: shown, Tab } = shownTab(useSearch({ from: '/signed-in/settings' }), me)
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
  shown: string
}

function TabLinks({ shown }: TabMenuProps) {
  return tabGroupsOf(useMe()).map(({ group, tabs }) => (
    <div key={group} className={classes['group']}>
      <span className={classes['groupName']}>{t(`settings.group.${group}`)}</span>
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
          {label()}
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
        group: t(`settings.group.${group}`),
        items: tabs.map(({ tab, label }) => ({ value: tab, label: label() })),
      }))}
      onChange={({ currentTarget }) => {
        const tab = currentTarget.value
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
