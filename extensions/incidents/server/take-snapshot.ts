import { setImmediate } from 'node:timers/promises'
import { MOST_INCIDENT_ENTRIES } from '../contract/incident-facts.ts'
import type { IncidentField } from '../contract/incidents.ts'
import type { UnitState } from '@fieldwatch/contract/replay/state'
import type { AlertId, DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { AlertReader } from '@fieldwatch/server/features/alerts/alert-audience-store'
import { createStateEventStore } from '@fieldwatch/server/features/replay/state-event-store'
import { readState } from '@fieldwatch/server/features/replay/read-state'
import { isAdmin } from '@fieldwatch/server/people/access/access-policy'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import { createFieldUnitStore } from '@fieldwatch/server/records/store/field-unit-store'
import { mayRead } from '@fieldwatch/server/records/store/source-policy'
import {
  alertEntries,
  configurationEntries,
  eventEntries,
  knownBy,
  noteEntry,
  requestEntries,
  type UnitEntry,
} from './build-timeline.ts'
import { cutEntries, cutState, type FrozenFacts, type FrozenState } from './frozen-facts.ts'
import { readArrivals } from './read-arrivals.ts'
import { readCharts, readTracks } from './read-charts.ts'
import { createTimelineStore, OVER } from './timeline-store.ts'

export interface SnapshotParts {
  /** May be a replica. */
  readonly reads: Db
  readonly reader: RecordReader
}

interface AskedSnapshot {
  readonly dataIds: readonly DataId[]
  readonly range: TimeRange
  readonly moment: number
  /** Then: without what became known after the range, and states without what arrived after them. */
  readonly known: 'now' | 'then'
  /** Drawn as charts. */
  readonly fields: readonly IncidentField[]
  /** Fields that can't be read any more are left out, where false. */
  readonly requireFields: boolean
  readonly caller: AlertReader
  readonly now: number
}

export interface Snapshot {
  readonly facts: ReadonlyMap<DataId, FrozenFacts>
  readonly isCut: boolean
}

/**
 * Reads what happened to units whose reach was checked, as far as the caller may see it.
 * @throws DomainError data/field-not-found, access/forbidden for fields
 */
export async function takeSnapshot(
  { reads: db, reader }: SnapshotParts,
  asked: AskedSnapshot,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { dataIds } = asked
  const charts = await readCharts({ db, reader }, asked, signal)
  const timeline = await readTimeline({ db, reader }, asked, signal)
  const { states, isCut } = await readStates({ db, reader }, asked, signal)
  const tracks = await readTracks({ db, reader }, asked, signal)
  const measures = await readMeasures(db, states)
  const byUnit = Map.groupBy(timeline.entries, ({ dataId }) => dataId)
  const facts = dataIds.map((dataId): [DataId, FrozenFacts] => [
    dataId,
    {
      states: states.get(dataId) ?? [],
      measures: measures.get(dataId) ?? [],
      entries: (byUnit.get(dataId) ?? []).map(withoutUnit),
      series: charts.get(dataId) ?? [],
      track: tracks.get(dataId) ?? null,
    },
  ])
  return { facts: new Map(facts), isCut: isCut || timeline.isCut }
}

function withoutUnit({ dataId: _dataId, ...entry }: UnitEntry): FrozenFacts['entries'][number] {
  return entry
}

/** The units of measure of the values of the states. */
async function readMeasures(
  db: Db,
  states: ReadonlyMap<DataId, readonly FrozenState[]>,
): Promise<ReadonlyMap<DataId, FrozenFacts['measures']>> {
  const found = new Map<DataId, FrozenFacts['measures']>()
  for (const [dataId, ofUnit] of states) {
    const named = new Map<string, { source: SourceName; field: string }>()
    for (const { records } of ofUnit)
      for (const { subject, record } of records)
        for (const field of Object.keys(record)) named.set(`${subject} ${field}`, { source: subject, field })
    const values = [...named.values()]
    const units = await createFieldUnitStore(db).listOfUnit(dataId, values)
    const measures = values.flatMap((value, place) => {
      const unit = units[place] ?? null
      return unit === null ? [] : [{ ...value, unit }]
    })
    found.set(dataId, measures)
  }
  return found
}

interface Parts {
  readonly db: Db
  readonly reader: RecordReader
}

async function readTimeline(
  { db, reader }: Parts,
  { dataIds, range, known, caller, now }: AskedSnapshot,
  signal: AbortSignal,
): Promise<{ entries: UnitEntry[]; isCut: boolean }> {
  const store = createTimelineStore(db)
  // One more than is stored shows that there is more.
  const asked = { ...range, most: MOST_INCIDENT_ENTRIES + 1 }
  const [changes, occurrences, requests, configurations, notes] = await Promise.all([
    store.listAlertChanges(dataIds, caller, asked),
    store.listOccurrences(dataIds, { ...asked, now }),
    isAdmin(caller) ? store.listRequests(dataIds, caller.reach, asked) : [],
    store.listConfigurations(dataIds, asked),
    store.listNotes(dataIds, asked),
  ])
  const alerts = [...new Set(changes.map(({ alertId }) => alertId))]
  const sent = await store.listNotifications(alerts, dataIds, { ...asked, to: known === 'then' ? range.to : now + 1 })
  const readable = occurrences.filter(({ sources }) => mayRead(caller, ...sources))
  const arrivalOf = await readArrivals({ db, reader }, readable, { range, signal })
  const entries: UnitEntry[] = [
    ...alertEntries(changes, sent),
    ...eventEntries(readable, range, arrivalOf),
    ...requestEntries(requests, range),
    ...configurationEntries(configurations),
    ...notes.map((note) => noteEntry(note, { pinned: false })),
  ]
  return cutEntries(known === 'then' ? knownBy(entries, range.to) : entries, MOST_INCIDENT_ENTRIES)
}

/** At the start, at the moment in view, and at the end. */
async function readStates(
  { db, reader }: Parts,
  { dataIds, range, moment, known, caller, now }: AskedSnapshot,
  signal: AbortSignal,
): Promise<{ states: ReadonlyMap<DataId, FrozenState[]>; isCut: boolean }> {
  const moments = [...new Set([range.from, moment, range.to])].toSorted((one, other) => one - other)
  const tables = await createStateEventStore(db).listTables(dataIds)
  const sourcesOf = new Map(tables.map(({ dataId, name, sources }) => [`${dataId} ${name}`, sources]))
  const states = new Map<DataId, FrozenState[]>()
  let isCut = false
  for (const at of moments) {
    const arrivedBy = known === 'then' ? at : undefined
    const found: UnitState[] = []
    const asked = { dataIds, at, arrivedBy, caller, now, subjects: undefined }
    for await (const page of readState({ db, reader }, asked, signal))
      for (const text of page) {
        found.push(JSON.parse(text) as UnitState)
        await setImmediate()
      }
    const alertIds = found.flatMap(({ alerts }) => alerts.map(({ alertID }) => alertID))
    const entities = await createTimelineStore(db).listEntitiesOfAlerts(alertIds)
    for (const unit of found) {
      const state = frozenState(unit, { at, entities, sourcesOf })
      const cut = cutState(state, dataIds.length * moments.length)
      isCut ||= cut.isCut
      states.set(unit.dataID, [...(states.get(unit.dataID) ?? []), cut.state])
    }
  }
  return { states, isCut }
}

interface StateContext {
  readonly at: number
  readonly entities: ReadonlyMap<AlertId, EntityId>
  /** By dataID and name of an event table. */
  readonly sourcesOf: ReadonlyMap<string, readonly string[]>
}

function frozenState(unit: UnitState, { at, entities, sourcesOf }: StateContext): FrozenState {
  const { dataID, records, position, active, lastActivityUTC, configurations } = unit
  return {
    atUTC: new Date(at).toISOString(),
    records,
    position,
    active,
    lastActivityUTC,
    configurations,
    alerts: unit.alerts.map(({ alertID, name, sinceUTC }) => ({
      alertID,
      name,
      sinceUTC,
      entity: entities.get(alertID) ?? null,
    })),
    occurrences: unit.occurrences.map(({ name, title, startUTC }) => ({
      name,
      title,
      startUTC,
      sources: sourcesOf.get(`${dataID} ${name}`) ?? [],
    })),
    requests: unit.requests
      .filter(({ state }) => !OVER.includes(state))
      .map(({ action_id, action, state }) => ({ action_id, action, state })),
  }
}
