import type { Incident, IncidentDetails } from '../contract/incidents.ts'
import type { IncidentEntry, IncidentState, IncidentUnit } from '../contract/incident-facts.ts'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { isAdmin, mayReach } from '@fieldwatch/server/people/access/access-policy'
import type { Actor } from '@fieldwatch/server/people/access/person-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isOfAdmins, mayRead } from '@fieldwatch/server/records/store/source-policy'
import type { FrozenAlert, FrozenEntry, FrozenState } from './frozen-facts.ts'
import { mayChangeIncident, mayTakeAgain } from './incident-policy.ts'
import { createIncidentStore, type StoredFacts, type StoredIncident } from './incident-store.ts'
import { createTimelineStore } from './timeline-store.ts'

export function shownIncident(caller: Actor, incident: StoredIncident): Incident {
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

/**
 * An incident with what was stored, as far as the caller may see that now.
 * @param isForVisitors leaves out the records that only admins read
 */
export async function showIncident(
  db: Db,
  caller: Actor,
  incident: StoredIncident,
  { isForVisitors = false } = {},
): Promise<IncidentDetails> {
  const store = createIncidentStore(db)
  const stored = await store.listFacts(incident.id, caller.reach)
  const pinned = await store.listPinned(incident.id, caller.reach)
  const maySeeSources: Sight['maySeeSources'] = (...sources) =>
    isForVisitors ? !sources.some(isOfAdmins) : mayRead(caller, ...sources)
  const sight = { ...(await readSight(db, caller, stored)), maySeeSources }
  const pinnedIds = new Set(pinned.map(({ noteId }) => noteId))
  const entries = [
    ...stored.flatMap(({ dataId, facts }) =>
      facts.entries
        .filter((entry) => maySeeEntry(sight, dataId, entry) && !(entry.kind === 'note' && pinnedIds.has(entry.noteID)))
        .map((entry) => ({ dataId, entry })),
    ),
    ...pinned.map(({ dataId, entry }) => ({ dataId, entry: entry as FrozenEntry })),
  ].toSorted((one, other) => Date.parse(one.entry.atUTC) - Date.parse(other.entry.atUTC))
  const people = entries.flatMap(({ entry }) => ('byId' in entry && entry.byId !== null ? [entry.byId] : []))
  const names = await store.listNames(people, caller.reach)
  const addresses = await store.listAddresses(entries.flatMap(({ entry }) => notifiedPeople(entry)))
  return {
    ...shownIncident(caller, incident),
    conclusions: incident.conclusions,
    takenBy: incident.takenByName,
    mayTakeAgain: mayTakeAgain(caller, incident),
    isCut: incident.isCut,
    timeline: entries.map(({ dataId, entry }) => shownEntry(dataId, entry, { names, addresses, sight })),
    details: stored.map((unit) => shownUnit(unit, sight)),
  }
}

/** What a reader may see of what was stored: rights can be others than those of the person who stored it. */
interface Sight {
  readonly maySeeSources: (...sources: readonly string[]) => boolean
  readonly maySeeAlert: (alert: { readonly alertID: AlertId; readonly entity: EntityId | null }) => boolean
  readonly maySeeNotified: (alert: FrozenAlert) => boolean
  readonly maySeeRequests: (dataId: DataId) => boolean
}

async function readSight(db: Db, caller: Actor, stored: readonly StoredFacts[]): Promise<Omit<Sight, 'maySeeSources'>> {
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
  }
}

function maySeeEntry(sight: Sight, dataId: DataId, entry: FrozenEntry): boolean {
  if (entry.kind === 'alert') return sight.maySeeAlert(entry)
  if (entry.kind === 'event') return sight.maySeeSources(...entry.sources)
  return entry.kind !== 'request' || sight.maySeeRequests(dataId)
}

function notifiedPeople(entry: FrozenEntry): UserId[] {
  return entry.kind === 'alert' ? (entry.notifications ?? []).flatMap(({ toId }) => toId ?? []) : []
}

interface Shown {
  readonly names: ReadonlyMap<UserId, string>
  readonly addresses: ReadonlyMap<UserId, { readonly email: string; readonly phone: string }>
  readonly sight: Sight
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function shownEntry(dataID: DataId, entry: FrozenEntry, { names, addresses, sight }: Shown): IncidentEntry {
  const nameOf = (byId: UserId | null): string | null => (byId === null ? null : (names.get(byId) ?? null))
  switch (entry.kind) {
    case 'alert': {
      const { byId, entity: _entity, ...rest } = entry
      const notifications = sight.maySeeNotified(entry) ? shownNotifications(entry, addresses) : null
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

/** With the present addresses of people. Notifications of deleted people are gone, as in the history of the alert. */
function shownNotifications(
  { notifications }: FrozenAlert,
  addresses: Shown['addresses'],
): Extract<IncidentEntry, { kind: 'alert' }>['notifications'] {
  if (notifications === null) return null
  return notifications.flatMap(({ toId, ...notification }) => {
    if (toId === null) return [notification]
    const person = addresses.get(toId)
    if (person === undefined) return []
    return [{ ...notification, recipient: notification.channel === 'sms' ? person.phone : person.email }]
  })
}

function shownUnit(
  { dataId, name, facts: { states, measures, series, track } }: StoredFacts,
  sight: Sight,
): IncidentUnit {
  return {
    dataID: dataId,
    deviceName: name,
    states: states.map((state) => shownState(dataId, state, sight)),
    measures: measures.filter(({ source }) => sight.maySeeSources(source)),
    series: series.filter(({ source }) => sight.maySeeSources(source)),
    track,
  }
}

function shownState(dataId: DataId, state: FrozenState, sight: Sight): IncidentState {
  return {
    ...state,
    records: state.records.filter(({ subject }) => sight.maySeeSources(subject)),
    alerts: state.alerts.filter(sight.maySeeAlert).map(({ alertID, name, sinceUTC }) => ({ alertID, name, sinceUTC })),
    occurrences: state.occurrences
      .filter(({ sources }) => sight.maySeeSources(...sources))
      .map(({ name, title, startUTC }) => ({ name, title, startUTC })),
    requests: sight.maySeeRequests(dataId) ? state.requests : [],
  }
}
