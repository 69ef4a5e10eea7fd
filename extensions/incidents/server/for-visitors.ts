import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { nameForVisitors } from '@fieldwatch/server/doors/visitors/visit'
import type { IncidentEntry, IncidentState, IncidentUnit } from '../contract/incident-facts.ts'
import type { IncidentDetails } from '../contract/incidents.ts'
import type { SharedIncident } from '../contract/shared-incident.ts'

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
