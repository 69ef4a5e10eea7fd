import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import {
  type changeIncident as changeEndpoint,
  type createIncident as createEndpoint,
  type IncidentField,
  MOST_INCIDENTS,
  type refreshIncident as refreshEndpoint,
} from '../contract/incidents.ts'
import { mayReach } from '@fieldwatch/server/people/access/access-policy'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { createResource } from '@fieldwatch/server/platform/resources/resource'
import { requireSeen } from '@fieldwatch/server/platform/versions/require-seen'
import { createVersionStore } from '@fieldwatch/server/platform/versions/version-store'
import { noteEntry } from './build-timeline.ts'
import { requireMayChangeIncident, requireMayTakeAgain } from './incident-policy.ts'
import { createIncidentStore, type PinnedNote, type StoredFacts, type StoredIncident } from './incident-store.ts'
import { type SnapshotParts, takeSnapshot } from './take-snapshot.ts'
import { createTimelineStore, type FoundNote } from './timeline-store.ts'

export type IncidentParts = SnapshotParts & Pick<Platform, 'db' | 'bus' | 'clock'>

/** Where its versions are. */
const VERSIONED = { kind: 'incident', table: 'incident' } as const

const incidents = createResource<number, StoredIncident>({
  ...VERSIONED,
  actions: { create: 'create incident', change: 'change incident', remove: 'delete incident' },
  get: requireChangeable,
  toLog,
  subject: subjectOf,
})

/**
 * Keeps a range with what happened in it.
 * @throws DomainError entity/not-found, unit/not-found, incident/too-many, data/field-not-found, access/forbidden
 */
export async function createIncident(
  parts: IncidentParts,
  caller: Caller,
  body: BodyOf<typeof createEndpoint>,
  signal: AbortSignal,
): Promise<StoredIncident> {
  const { db } = parts
  const entity = body.entity ?? caller.entity
  if (!mayReach(caller, entity)) throw new DomainError('entity/not-found')
  const dataIds = [...new Set(body.dataIDs)]
  const names = await createIncidentStore(db).listUnitNames(dataIds, caller.reach)
  if (names.size < dataIds.length) throw new DomainError('unit/not-found')
  const [from, to] = [Date.parse(body.from), Date.parse(body.to)]
  const moment = momentIn({ from, to }, body.moment)
  const { title, severity, known, fields, conclusions } = body
  const at = parts.clock()
  const asked = { dataIds, range: { from, to }, moment, known, fields, requireFields: true, caller, now: at }
  const { facts, isCut } = await takeSnapshot(parts, asked, signal)
  const add = async (tx: Db): Promise<number> => {
    const store = createIncidentStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_INCIDENTS) throw new DomainError('incident/too-many')
    const content = { entity, title, severity, from, to, moment, known, conclusions, isCut }
    const id = await store.add(content, { by: caller.userId, at })
    for (const [dataId, own] of facts)
      await store.putFacts(id, { dataId, name: names.get(dataId) ?? dataId, facts: own })
    if (conclusions !== '') await store.addConclusions(id, { text: conclusions, by: caller.userId, at })
    return id
  }
  return announced(parts, incidents.create(parts, caller, add, { dataIDs: dataIds }))
}

/** A moment outside of the range counts as its nearer end. */
function momentIn({ from, to }: { from: number; to: number }, moment: string | undefined): number {
  return moment === undefined ? from : Math.min(to, Math.max(from, Date.parse(moment)))
}

/**
 * What is left out stays.
 * @throws DomainError incident/not-found, incident/changed, access/forbidden, note/not-found
 */
export async function changeIncident(
  parts: IncidentParts,
  caller: Caller,
  { incidentID: id, seen, pinnedNotes, ...changes }: BodyOf<typeof changeEndpoint> & { seen: number | undefined },
): Promise<StoredIncident> {
  const change = incidents.change(parts, caller, { id, seen }, async (tx, before, at) => {
    const store = createIncidentStore(tx)
    const content = {
      title: changes.title ?? before.title,
      severity: changes.severity ?? before.severity,
      conclusions: changes.conclusions ?? before.conclusions,
    }
    await store.change(id, content)
    if (content.conclusions !== before.conclusions)
      await store.addConclusions(id, { text: content.conclusions, by: caller.userId, at })
    return pinnedNotes === undefined ? {} : changePins(tx, caller, { id, wanted: pinnedNotes })
  })
  return announced(parts, change)
}

/** Notes of units out of reach stay pinned. @throws DomainError note/not-found */
async function changePins(
  tx: Db,
  caller: Caller,
  { id, wanted }: { readonly id: number; readonly wanted: readonly number[] },
): Promise<{ before?: object; after?: object }> {
  const store = createIncidentStore(tx)
  const pinned = (await store.listPinned(id, caller.reach)).map(({ noteId }) => noteId)
  const added = [...new Set(wanted)].filter((note) => !pinned.includes(note))
  const notes = await createTimelineStore(tx).findNotes(added, await store.listUnits(id, caller.reach))
  if (notes.length < added.length) throw new DomainError('note/not-found')
  const removed = pinned.filter((note) => !wanted.includes(note))
  await store.unpin(id, removed)
  await store.pin(id, notes.map(pinnedNote))
  return { before: { pinnedNotes: pinned }, after: { pinnedNotes: [...new Set(wanted)] } }
}

function pinnedNote(note: FoundNote): PinnedNote {
  const { dataId, ...entry } = noteEntry(note, { pinned: true })
  return { noteId: note.id, dataId, entry }
}

/**
 * Stores what happened again, as it is known now. Units out of the caller's reach stay as they were stored.
 * @throws DomainError incident/not-found, incident/changed, access/forbidden, data/field-not-found
 */
export async function refreshIncident(
  parts: IncidentParts,
  caller: Caller,
  { incidentID: id, fields, seen }: BodyOf<typeof refreshEndpoint> & { seen: number | undefined },
  signal: AbortSignal,
): Promise<StoredIncident> {
  const { db } = parts
  const at = parts.clock()
  const incident = await createIncidentStore(db).find(id, caller.reach)
  requireMayTakeAgain(caller, incident)
  const { from, to, moment, known } = incident
  const stored = await createIncidentStore(db).listFacts(id, caller.reach)
  const dataIds = stored.map(({ dataId }) => dataId)
  const drawn = fields ?? drawnFields(stored)
  const names = await createIncidentStore(db).listUnitNames(dataIds, caller.reach)
  const asked = { dataIds, range: { from, to }, moment, known, fields: drawn, caller, now: at }
  const { facts, isCut } = await takeSnapshot(parts, { ...asked, requireFields: fields !== undefined }, signal)
  const takeAgain = async (tx: Db): Promise<StoredIncident> => {
    const store = createIncidentStore(tx)
    await createVersionStore(tx).lock({ ...VERSIONED, id })
    const before = await store.find(id, caller.reach)
    requireMayTakeAgain(caller, before)
    await requireSeen(tx, caller, { ...VERSIONED, id }, seen)
    // A unit that was deleted while this was read is not added again.
    for (const dataId of await store.listUnits(id, caller.reach)) {
      const own = facts.get(dataId)
      if (own !== undefined) await store.putFacts(id, { dataId, name: names.get(dataId) ?? dataId, facts: own })
    }
    const pinned = (await store.listPinned(id, caller.reach)).map(({ noteId }) => noteId)
    await store.pin(id, (await createTimelineStore(tx).findNotes(pinned, dataIds)).map(pinnedNote))
    await store.noteTaken(id, { by: caller.userId, at, isCut })
    await createVersionStore(tx).raise({ ...VERSIONED, id }, { by: caller.userId, at })
    const after = await requireChangeable(tx, caller, id)
    const takenOf = ({ title: name, takenAt }: StoredIncident) => ({ name, takenUTC: takenAt.toISOString() })
    const states = { before: takenOf(before), after: takenOf(after) }
    await createAuditStore(tx).recordChange(caller, subjectOf(after), { at, action: 'refresh incident', ...states })
    return after
  }
  return announced(parts, db.transaction().execute(takeAgain))
}

/** Each once. */
function drawnFields(stored: readonly StoredFacts[]): IncidentField[] {
  const fields = stored.flatMap(({ facts }) => facts.series.map(({ source, field }) => ({ source, field })))
  return [...new Map(fields.map((one) => [`${one.source} ${one.field}`, one])).values()]
}

/** @throws DomainError incident/not-found, access/forbidden */
export async function removeIncident(parts: IncidentParts, caller: Caller, id: number): Promise<void> {
  await announced(
    parts,
    incidents.remove(parts, caller, id, (tx) => createIncidentStore(tx).remove(id)),
  )
}

/** After a change, open pages read an incident again. */
async function announced({ bus }: IncidentParts, change: Promise<StoredIncident>): Promise<StoredIncident> {
  const incident = await change
  bus.publish('things-changed', { kind: 'incident', entity: incident.entity })
  return incident
}

async function requireChangeable(tx: Db, caller: Caller, id: number): Promise<StoredIncident> {
  const incident = await createIncidentStore(tx).find(id, caller.reach)
  requireMayChangeIncident(caller, incident)
  return incident
}

function toLog({ title, severity, from, to, known, conclusions }: StoredIncident): object {
  return {
    name: title,
    severity,
    fromUTC: new Date(from).toISOString(),
    toUTC: new Date(to).toISOString(),
    known,
    conclusions,
  }
}

function subjectOf({ id, entity }: StoredIncident) {
  return { kind: 'incident', id, entity }
}
