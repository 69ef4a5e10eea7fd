import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import type { IncidentEntry, IncidentState, IncidentUnit } from '@fieldwatch/contract/incidents/incident-facts'
import type { IncidentDetails } from '@fieldwatch/contract/incidents/incidents'
import type { SharedIncident } from '@fieldwatch/contract/shares/shared-screens'
import type { Actor } from '#people/access/person-store.ts'
import type { StoredShare } from './share-store.ts'
import { nameForVisitors, NO_DATA, type Shown } from './visit.ts'

/** Incidents as an admin sees them, without the records that only admins read. Undefined for those of entities out of reach. */
export interface SharedIncidents {
  readonly find: (
    id: number,
    actor: Actor,
  ) => Promise<{ readonly title: string; readonly version: number; readonly units: readonly DataId[] } | undefined>
  readonly show: (id: number, actor: Actor) => Promise<IncidentDetails | undefined>
}

/** An incident whose entity, and of whose units one at least, are in reach. */
export async function showIncident(
  incidents: SharedIncidents,
  { id, incidentId }: StoredShare,
  actor: Actor,
): Promise<Shown> {
  const incident = incidentId === undefined ? undefined : await incidents.find(incidentId, actor)
  if (incident === undefined) return 'incident'
  const { title: name, version, units } = incident
  if (units.length === 0) return 'unit'
  return {
    screen: { kind: 'incident', name, version, units: units.map((dataId) => nameForVisitors(id, dataId)) },
    data: { ...NO_DATA, incident: incidentId },
  }
}

/** What visitors see of an incident: no person, nothing of the history of requests, and none of our ids. */
export function forVisitors(incident: IncidentDetails, seed: string): SharedIncident {
  const { title, severity, fromUTC, toUTC, momentUTC, known, createdUTC, takenUTC, conclusions, isCut } = incident
  const nameOf = (id: string): DataId => nameForVisitors(seed, id)
  return {
    title,
    severity,
    fromUTC,
    toUTC,
    momentUTC,
    known,
    createdUTC,
    takenUTC,
    conclusions,
    isCut,
    timeline: incident.timeline.flatMap((entry) => entryForVisitors(entry, nameOf)),
    details: incident.details.map((unit) => unitForVisitors(unit, nameOf)),
  }
}

type NameOf = (id: string) => DataId

function entryForVisitors(entry: IncidentEntry, nameOf: NameOf): IncidentEntry[] {
  const dataID = nameOf(entry.dataID)
  switch (entry.kind) {
    case 'request':
    case 'configuration':
      return []
    case 'alert':
      return [{ ...entry, dataID, alertID: alertName(entry.alertID, nameOf), by: null, notifications: null }]
    case 'note':
      return [{ ...entry, dataID, noteID: 0, by: null }]
    default:
      return [{ ...entry, dataID }]
  }
}

function unitForVisitors(unit: IncidentUnit, nameOf: NameOf): IncidentUnit {
  return { ...unit, dataID: nameOf(unit.dataID), states: unit.states.map((state) => stateForVisitors(state, nameOf)) }
}

function stateForVisitors(state: IncidentState, nameOf: NameOf): IncidentState {
  const alerts = state.alerts.map((alert) => ({ ...alert, alertID: alertName(alert.alertID, nameOf) }))
  return { ...state, alerts, requests: [], configurations: [] }
}

function alertName(id: AlertId, nameOf: NameOf): AlertId {
  return nameOf(id) as string as AlertId
}
