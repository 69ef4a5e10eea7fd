import type { Incident, IncidentDetails } from '@fieldwatch/contract/incidents/incidents'
import type { IncidentEntry, IncidentState, IncidentUnit } from '@fieldwatch/contract/incidents/incident-facts'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin, mayReach } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { mayRead } from '#records/store/source-policy.ts'
import type { FrozenAlert, FrozenEntry, FrozenState } from './frozen-facts.ts'
import { mayChangeIncident, mayTakeAgain } from './incident-policy.ts'
import { createIncidentStore, type StoredFacts, type StoredIncident } from './incident-store.ts'
import { createTimelineStore } from './timeline-store.ts'

export function shownIncident(caller: Caller, incident: StoredIncident): Incident {
  const { id, entity, title, severity, known, by, version } = incident
  return {
    incidentID: id,
    entity,
    title,
    severity,
    fromUTC: new Date(incident.from).toISOString(),
    toUTC: new Date(incident.to).toISOString(),
    momentUTC: new Date(incident.moment).toISOString(),
    known,
    units: incident.units,
    unitNames: [...incident.unitNames],
    hasConclusions: incident.conclusions !== '',
    by,
    createdUTC: incident.createdAt.toISOString(),
    takenUTC: incident.takenAt.toISOString(),
    mayChange: mayChangeIncident(caller, incident),
    version,
  }
}

/** An incident with what was stored, as far as the caller may see that now. */
export async function showIncident(db: Db, caller: Caller, incident: StoredIncident): Promise<IncidentDetails> {
  const store = createIncidentStore(db)
  const stored = await store.listFacts(incident.id, caller.reach)
  const pinned = await store.listPinned(incident.id, caller.reach)
  const sight = await readSight(db, caller, stored)
  const pinnedIds = new Set(pinned.map(({ noteId }) => noteId))
  const entries = [
    ...stored.flatMap(({ dataId, facts }) =>
      facts.entries
        .filter((entry) => sight.maySee(dataId, entry) && !(entry.kind === 'note' && pinnedIds.has(entry.noteID)))
        .map((entry) => ({ dataId, entry })),
    ),
    ...pinned.map(({ dataId, entry }) => ({ dataId, entry: entry as FrozenEntry })),
  ].toSorted((one, other) => Date.parse(one.entry.atUTC) - Date.parse(other.entry.atUTC))
  const people = entries.flatMap(({ entry }) => ('byId' in entry && entry.byId !== null ? [entry.byId] : []))
  const names = await store.listNames(people, caller.reach)
  return {
    ...shownIncident(caller, incident),
    conclusions: incident.conclusions,
    takenBy: incident.takenByName,
    mayTakeAgain: mayTakeAgain(caller, incident),
    isCut: incident.isCut,
    timeline: entries.map(({ dataId, entry }) => shownEntry(dataId, entry, { names, sight })),
    details: stored.map((unit) => shownUnit(unit, caller, sight)),
  }
}

/** What a reader may see of what was stored: rights can be others than those of the person who stored it. */
interface Sight {
  readonly maySee: (dataId: DataId, entry: FrozenEntry) => boolean
  readonly maySeeAlert: (alert: { readonly alertID: AlertId; readonly entity: EntityId | null }) => boolean
  readonly maySeeNotified: (alert: FrozenAlert) => boolean
  readonly maySeeRequests: (dataId: DataId) => boolean
}

async function readSight(db: Db, caller: Caller, stored: readonly StoredFacts[]): Promise<Sight> {
  const dataIds = stored.map(({ dataId }) => dataId)
  const alerts = stored.flatMap(({ facts: { entries, states } }) => [
    ...entries.flatMap((entry) => (entry.kind === 'alert' ? [entry.alertID] : [])),
    ...states.flatMap((state) => state.alerts.map(({ alertID }) => alertID)),
  ])
  const timeline = createTimelineStore(db)
  const seen = await timeline.listSeenAlerts([...new Set(alerts)], dataIds, caller)
  const whole = isAdmin(caller) ? await timeline.listWhollyReached(dataIds, caller.reach) : new Set<DataId>()
  // Of an alert that is deleted or left the unit only its entity says who may see it.
  const isOfAdmin = (entity: EntityId | null): boolean => isAdmin(caller) && entity !== null && mayReach(caller, entity)
  const maySeeAlert: Sight['maySeeAlert'] = ({ alertID, entity }) => seen.has(alertID) || isOfAdmin(entity)
  return {
    maySeeAlert,
    maySeeNotified: ({ alertID, entity }) => seen.get(alertID) ?? isOfAdmin(entity),
    maySeeRequests: (dataId) => whole.has(dataId),
    maySee: (dataId, entry) => {
      if (entry.kind === 'alert') return maySeeAlert(entry)
      if (entry.kind === 'event') return mayRead(caller, ...entry.sources)
      return entry.kind !== 'request' || whole.has(dataId)
    },
  }
}

interface Shown {
  readonly names: ReadonlyMap<UserId, string>
  readonly sight: Sight
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function shownEntry(dataID: DataId, entry: FrozenEntry, { names, sight }: Shown): IncidentEntry {
  const nameOf = (byId: UserId | null): string | null => (byId === null ? null : (names.get(byId) ?? null))
  switch (entry.kind) {
    case 'alert': {
      const { byId, entity: _entity, ...rest } = entry
      const notifications = sight.maySeeNotified(entry) ? entry.notifications : null
      return { ...rest, dataID, by: nameOf(byId), notifications }
    }
    case 'event': {
      const { sources: _sources, ...rest } = entry
      return { ...rest, dataID }
    }
    case 'request':
    case 'note': {
      const { byId, ...rest } = entry
      return { ...rest, dataID, by: nameOf(byId) }
    }
    case 'configuration':
      return { ...entry, dataID }
  }
}

function shownUnit(
  { dataId, name, facts: { states, measures, series, track } }: StoredFacts,
  caller: Caller,
  sight: Sight,
): IncidentUnit {
  return {
    dataID: dataId,
    deviceName: name,
    states: states.map((state) => shownState(dataId, state, { caller, sight })),
    measures: measures.filter(({ source }) => mayRead(caller, source)),
    series: series.filter(({ source }) => mayRead(caller, source)),
    track,
  }
}

function shownState(
  dataId: DataId,
  state: FrozenState,
  { caller, sight }: { readonly caller: Caller; readonly sight: Sight },
): IncidentState {
  return {
    ...state,
    records: state.records.filter(({ subject }) => mayRead(caller, subject)),
    alerts: state.alerts.filter(sight.maySeeAlert).map(({ alertID, name, sinceUTC }) => ({ alertID, name, sinceUTC })),
    occurrences: state.occurrences
      .filter(({ sources }) => mayRead(caller, ...sources))
      .map(({ name, title, startUTC }) => ({ name, title, startUTC })),
    requests: sight.maySeeRequests(dataId) ? state.requests : [],
  }
}
