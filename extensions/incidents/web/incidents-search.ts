import { given } from '@fieldwatch/web/platform/given.ts'
import { INCIDENT_SEVERITIES, INCIDENT_SORTS } from '../contract/incident-sorts.ts'
import type { IncidentSeverity } from '../contract/incidents.ts'
import { ownSearch } from '@fieldwatch/web/platform/address/own-search.ts'

type IncidentSort = (typeof INCIDENT_SORTS)[number]

/** What the list is narrowed and sorted by, as the address has it. */
export interface IncidentsSearch {
  text?: string
  severity?: IncidentSeverity
  sort?: IncidentSort
  order?: 'asc'
}

const LONGEST_TEXT = 100

export const readIncidentsSearch = ownSearch<IncidentsSearch>(['text', 'severity', 'sort', 'order'], (raw) => {
  const { text } = raw
  // The router reads what looks like a number as one.
  const words = typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, LONGEST_TEXT) : ''
  const severity = INCIDENT_SEVERITIES.find((one) => one === raw['severity'])
  const sort = INCIDENT_SORTS.find((one) => one === raw['sort'])
  return given({ text: words || undefined, severity, sort, order: raw['order'] === 'asc' ? 'asc' : undefined })
})
