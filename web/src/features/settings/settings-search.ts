import type { SessionUser } from '@fieldwatch/contract/users'
import { ownSearch } from '#platform/address/own-search.ts'
import { administersEntities } from './user-policy.ts'

/** The tabs of Settings, in their order, with the name that the address gives them. */
const SETTINGS_TABS = [
  { tab: 'profile', label: 'Profile' },
  { tab: 'my-company', label: 'My Company' },
  { tab: 'entities', label: 'Entities' },
  { tab: 'alerts', label: 'Alerts' },
] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]['tab']

/** What the address of Settings holds: `/settings?tab=entities`. */
export interface SettingsSearch {
  tab?: SettingsTab
}

/** Keeps the valid part of an address; the default, Profile, is left out. */
export const readSettingsSearch = ownSearch<SettingsSearch>(['tab'], ({ tab }) => {
  const known = SETTINGS_TABS.find((one) => one.tab === tab && one.tab !== 'profile')
  return known === undefined ? {} : { tab: known.tab }
})

/** The tabs that a user sees: Entities is for those who administer sub-entities. */
export function tabsOf(me: Pick<SessionUser, 'role' | 'permissions'>) {
  return SETTINGS_TABS.filter(({ tab }) => tab !== 'entities' || administersEntities(me))
}

/** The tab that an address opens for a user; Profile when they may not see it. */
export function shownTab({ tab }: SettingsSearch, me: Pick<SessionUser, 'role' | 'permissions'>): SettingsTab {
  return tabsOf(me).find((one) => one.tab === tab)?.tab ?? 'profile'
}
