import { ownSearch } from '#platform/address/own-search.ts'
import { ALERT_PLACE_KEYS, type AlertPlace, readAlertPlace } from '#shared/alerts/alert-place.ts'

/** What the address of Settings holds: `/settings?tab=entities`, and on the tab Alerts what is looked at there. */
export interface SettingsSearch extends AlertPlace {
  /** Perhaps of an extension, and perhaps of none that there is. */
  tab?: string
  /** The entity whose retention is looked at; the own one is left out. */
  entity?: string
  /** What a link hands to a tab of an extension. */
  code?: string
}

/** Keeps the valid part of an address; the default, Profile, is left out. */
export const readSettingsSearch = ownSearch<SettingsSearch>(['tab', 'code', 'entity', ...ALERT_PLACE_KEYS], (raw) => {
  const { tab, code, entity } = raw
  if (typeof tab !== 'string' || !/^[a-z-]{1,40}$/.test(tab) || tab === 'profile') return {}
  if (tab === 'alerts') return { tab, ...readAlertPlace(raw) }
  if (tab === 'retention' && typeof entity === 'string' && entity !== '') return { tab, entity }
  const isCode = typeof code === 'string' && /^[0-9A-Z-]{4,20}$/i.test(code)
  return isCode ? { tab, code } : { tab }
})
