import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import {
  type addNote as addEndpoint,
  type changeNote as changeEndpoint,
  MOST_NOTES,
} from '@fieldwatch/contract/notes/notes'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { requireMayChangeNote } from './note-policy.ts'
import { createNoteStore, type NoteContent, type StoredNote } from './note-store.ts'

export interface NoteParts {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
}

/** @throws DomainError unit/not-found, data/not-found, note/too-many */
export async function addNote(
  parts: NoteParts,
  caller: Caller,
  { dataID: dataId, source, startUTC, endUTC, text }: BodyOf<typeof addEndpoint>,
): Promise<StoredNote> {
  const at = parts.clock()
  const content = { source: source ?? null, startAt: Date.parse(startUTC), endAt: timeOf(endUTC), text }
  const note = await parts.db.transaction().execute(async (tx) => {
    const store = createNoteStore(tx)
    await createUnitStore(tx).getDocument(dataId, caller.reach)
    if ((await store.countForAdding(dataId)) >= MOST_NOTES) throw new DomainError('note/too-many')
    await requireSource(tx, dataId, content.source)
    const id = await store.add({ ...content, dataId, author: caller.userId, at })
    const added = await requireNote(tx, caller, id)
    await record(tx, caller, { at, action: 'add note', note: added, after: auditOf(added) })
    return added
  })
  parts.bus.publish('notes-changed', { dataId })
  return note
}

/** @throws DomainError note/not-found, note/changed, access/forbidden, data/not-found, request/invalid */
export async function changeNote(
  parts: NoteParts,
  caller: Caller,
  { noteID: id, seen, ...changes }: BodyOf<typeof changeEndpoint> & { seen: number | undefined },
): Promise<StoredNote> {
  const at = parts.clock()
  const note = await parts.db.transaction().execute(async (tx) => {
    const store = createNoteStore(tx)
    await store.lock(id)
    const before = await requireNote(tx, caller, id)
    await requireSeen(tx, caller, { kind: 'note', id }, seen)
    const content = changedContent(before, changes)
    if (content.source !== before.source) await requireSource(tx, before.dataId, content.source)
    await store.change(id, content)
    await createVersionStore(tx).raise({ kind: 'note', id }, { by: caller.userId, at })
    const after = await requireNote(tx, caller, id)
    const states = { before: auditOf(before), after: auditOf(after) }
    await record(tx, caller, { at, action: 'change note', note: after, ...states })
    return after
  })
  parts.bus.publish('notes-changed', { dataId: note.dataId })
  return note
}

/** @throws DomainError note/not-found, access/forbidden */
export async function removeNote(parts: NoteParts, caller: Caller, id: number): Promise<void> {
  const { dataId } = await parts.db.transaction().execute(async (tx) => {
    const store = createNoteStore(tx)
    await store.lock(id)
    const note = await requireNote(tx, caller, id)
    await store.remove(id)
    await record(tx, caller, { at: parts.clock(), action: 'delete note', note, before: auditOf(note) })
    return note
  })
  parts.bus.publish('notes-changed', { dataId })
}

async function requireNote(tx: Db, caller: Caller, id: number): Promise<StoredNote> {
  const note = await createNoteStore(tx).find(id, caller.reach)
  requireMayChangeNote(caller, note)
  return note
}

/** A note can still name a source that was deleted since. */
async function requireSource(tx: Db, dataId: DataId, source: SourceName | null): Promise<void> {
  if (source !== null && !(await createNoteStore(tx).hasSource(dataId, source))) throw new DomainError('data/not-found')
}

type Changes = Omit<BodyOf<typeof changeEndpoint>, 'noteID' | 'version'>

function changedContent(before: NoteContent, { source, startUTC, endUTC, text }: Changes): NoteContent {
  const content = {
    source: source === undefined ? before.source : source,
    startAt: timeOf(startUTC) ?? before.startAt,
    endAt: endUTC === undefined ? before.endAt : timeOf(endUTC),
    text: text ?? before.text,
  }
  if (content.endAt !== null && content.endAt < content.startAt)
    throw invalidField('endUTC', 'It ends before it begins.')
  return content
}

function timeOf(text: string | null | undefined): number | null {
  return typeof text === 'string' ? Date.parse(text) : null
}

function auditOf({ id, source, startAt, endAt, text }: StoredNote): object {
  return {
    noteID: id,
    ...(source === null ? {} : { source }),
    startUTC: new Date(startAt).toISOString(),
    ...(endAt === null ? {} : { endUTC: new Date(endAt).toISOString() }),
    text,
  }
}

async function record(
  tx: Db,
  caller: Caller,
  { note, ...entry }: { at: number; action: ActivityAction; note: StoredNote; before?: object; after?: object },
): Promise<void> {
  const { entities } = await createUnitStore(tx).getDocument(note.dataId, caller.reach)
  await createAuditStore(tx).record({
    ...entry,
    userId: caller.userId,
    entityId: entities[0],
    subjectKind: 'unit',
    subjectId: note.dataId,
  })
}
