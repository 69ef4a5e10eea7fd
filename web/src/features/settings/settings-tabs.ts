import type { SessionUser } from '@fieldwatch/contract/people/users'
import { addedSettingsTabs, type SettingsTab } from '#platform/extensions/web-extension.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { administersEntities, isAdmin } from './people/user-policy.ts'
import type { SettingsSearch } from './settings-search.ts'
import { t } from './texts.ts'

type Who = Pick<SessionUser, 'role' | 'permissions' | 'extensions'>

interface CoreTab extends SettingsTab {
  /** Everyone when left out. */
  readonly isFor?: (me: Who) => boolean
}

const PROFILE: CoreTab = {
  tab: 'profile',
  group: 'you',
  label: () => t('settings.tab.profile'),
  Tab: lazyPart('profile', async () => (await import('./profile/profile-tab.tsx')).ProfileTab),
}

/** The tabs of Settings in their order. Each is loaded on its own. */
const SETTINGS_TABS: readonly CoreTab[] = [
  PROFILE,
  {
    tab: 'my-company',
    group: 'organisation',
    label: () => t('settings.tab.company'),
    Tab: lazyPart('my-company', async () => (await import('./company/company-tab.tsx')).CompanyTab),
  },
  {
    tab: 'entities',
    group: 'organisation',
    label: () => t('settings.tab.entities'),
    isFor: administersEntities,
    Tab: lazyPart('entities', async () => (await import('./entities/entities-tab.tsx')).EntitiesTab),
  },
  {
    tab: 'retention',
    group: 'organisation',
    label: () => t('settings.tab.retention'),
    isFor: isAdmin,
    Tab: lazyPart('retention', async () => (await import('./retention/retention-tab.tsx')).RetentionTab),
  },
  {
    tab: 'templates',
    group: 'units',
    label: () => t('settings.tab.templates'),
    Tab: lazyPart('templates', async () => (await import('./templates/templates-tab.tsx')).TemplatesTab),
  },
  {
    tab: 'alerts',
    group: 'units',
    label: () => t('settings.tab.alerts'),
    Tab: lazyPart('alerts', async () => (await import('./alerts/alerts-tab.tsx')).AlertsTab),
  },
  {
    tab: 'tokens',
    group: 'integrations',
    label: () => t('settings.tab.tokens'),
    isFor: isAdmin,
    Tab: lazyPart('tokens', async () => (await import('./program-tokens/tokens-tab.tsx')).TokensTab),
  },
  {
    tab: 'jobs',
    group: 'logs',
    label: () => t('settings.tab.jobs'),
    isFor: isAdmin,
    Tab: lazyPart('jobs', async () => (await import('./jobs/jobs-tab.tsx')).JobsTab),
  },
  {
    tab: 'delivery-log',
    group: 'logs',
    label: () => t('settings.tab.delivery-log'),
    isFor: isAdmin,
    Tab: lazyPart('delivery-log', async () => (await import('./delivery-log/delivery-log-tab.tsx')).DeliveryLogTab),
  },
  {
    tab: 'activity',
    group: 'logs',
    label: () => t('settings.tab.activity'),
    isFor: isAdmin,
    Tab: lazyPart('activity', async () => (await import('./activity/activity-tab.tsx')).ActivityTab),
  },
]

/** The tabs that a user sees: Entities is for those who administer sub-entities, others are for admins, also those of extensions. */
export function tabsOf(me: Who): readonly SettingsTab[] {
  const core = SETTINGS_TABS.filter(({ isFor }) => isFor?.(me) ?? true)
  const added = addedSettingsTabs(me).filter(({ isForEveryone = false }) => isForEveryone || isAdmin(me))
  return [...core, ...added]
}

/** The same by group, in their order. */
export function tabGroupsOf(me: Who) {
  return [...Map.groupBy(tabsOf(me), ({ group }) => group)].map(([group, tabs]) => ({ group, tabs }))
}

/** The tab that an address opens for a user; Profile when they may not see it. */
export function shownTab({ tab }: SettingsSearch, me: Who): SettingsTab {
  return tabsOf(me).find((one) => one.tab === tab) ?? PROFILE
}
