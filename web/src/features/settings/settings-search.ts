import type { SessionUser } from '@fieldwatch/contract/people/users'
import { ownSearch } from '#platform/address/own-search.ts'
import { ALERT_PLACE_KEYS, type AlertPlace, readAlertPlace } from '#shared/alerts/alert-place.ts'
import { administersEntities, isAdmin } from './people/user-policy.ts'

/** The tabs of Settings, in their order, with the name that the address gives them and the group of the menu. */
const SETTINGS_TABS = [
  { tab: 'profile', label: 'settings.tab.profile', group: 'settings.group.you' },
  { tab: 'my-company', label: 'settings.tab.company', group: 'settings.group.organisation' },
  { tab: 'entities', label: 'settings.tab.entities', group: 'settings.group.organisation' },
  { tab: 'retention', label: 'settings.tab.retention', group: 'settings.group.organisation' },
  { tab: 'templates', label: 'settings.tab.templates', group: 'settings.group.units' },
  { tab: 'alerts', label: 'settings.tab.alerts', group: 'settings.group.units' },
  { tab: 'reports', label: 'settings.tab.reports', group: 'settings.group.units' },
  { tab: 'shares', label: 'settings.tab.shares', group: 'settings.group.units' },
  { tab: 'boards', label: 'settings.tab.boards', group: 'settings.group.units' },
  { tab: 'webhooks', label: 'settings.tab.webhooks', group: 'settings.group.integrations' },
  { tab: 'mappings', label: 'settings.tab.mappings', group: 'settings.group.integrations' },
  { tab: 'network-servers', label: 'settings.tab.network-servers', group: 'settings.group.integrations' },
  { tab: 'tokens', label: 'settings.tab.tokens', group: 'settings.group.integrations' },
  { tab: 'delivery-log', label: 'settings.tab.delivery-log', group: 'settings.group.logs' },
  { tab: 'activity', label: 'settings.tab.activity', group: 'settings.group.logs' },
] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]['tab']

/** What the address of Settings holds: `/settings?tab=entities`, and on the tab Alerts what is looked at there. */
interface SettingsSearch extends AlertPlace {
  tab?: SettingsTab
  /** The entity whose retention is looked at; the own one is left out. */
  entity?: string
  /** Of a screen that is to be paired with a wallboard. */
  code?: string
}

/** Keeps the valid part of an address; the default, Profile, is left out. */
export const readSettingsSearch = ownSearch<SettingsSearch>(['tab', 'code', 'entity', ...ALERT_PLACE_KEYS], (raw) => {
  const known = SETTINGS_TABS.find(({ tab }) => tab === raw['tab'] && tab !== 'profile')
  if (known === undefined) return {}
  if (known.tab === 'alerts') return { tab: known.tab, ...readAlertPlace(raw) }
  const { code, entity } = raw
  if (known.tab === 'retention' && typeof entity === 'string' && entity !== '') return { tab: known.tab, entity }
  const isCode = known.tab === 'boards' && typeof code === 'string' && /^[0-9A-Z-]{4,20}$/i.test(code)
  return isCode ? { tab: known.tab, code } : { tab: known.tab }
})

const OF_ADMINS: readonly SettingsTab[] = [
  'retention',
  'shares',
  'boards',
  'webhooks',
  'mappings',
  'network-servers',
  'tokens',
  'delivery-log',
  'activity',
]

/** The tabs that a user sees: Entities is for those who administer sub-entities, the last ones are for admins. */
export function tabsOf(me: Pick<SessionUser, 'role' | 'permissions'>) {
  return SETTINGS_TABS.filter(({ tab }) => {
    if (OF_ADMINS.includes(tab)) return isAdmin(me)
    return tab !== 'entities' || administersEntities(me)
  })
}

/** The same by group, in their order. */
export function tabGroupsOf(me: Pick<SessionUser, 'role' | 'permissions'>) {
  return [...Map.groupBy(tabsOf(me), ({ group }) => group)].map(([group, tabs]) => ({ group, tabs }))
}

/** The tab that an address opens for a user; Profile when they may not see it. */
export function shownTab({ tab }: SettingsSearch, me: Pick<SessionUser, 'role' | 'permissions'>): SettingsTab {
  return tabsOf(me).find((one) => one.tab === tab)?.tab ?? 'profile'
}
