import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import {
  type addNote as addEndpoint,
  type changeNote as changeEndpoint,
  MOST_NOTES,
  type NotePosition,
} from '../contract/notes.ts'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { Images } from '@fieldwatch/server/platform/files/images'
import { DomainError, invalidField } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { createResource } from '@fieldwatch/server/platform/resources/resource'
import { requireMayChangeNote } from './note-policy.ts'
import { createNoteStore, type NoteContent, type StoredNote } from './note-store.ts'

/** Finds where a unit was at a moment; undefined when that is not known. */
export type PositionAt = (dataId: DataId, at: number, signal: AbortSignal) => Promise<NotePosition | undefined>

export interface NoteParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'log'> {
  readonly images: Images
  readonly positionAt: PositionAt
}

const notes = createResource<number, StoredNote>({
  kind: 'note',
  actions: { create: 'add note', change: 'change note', remove: 'delete note' },
  get: requireNote,
  toLog,
  subject: async ({ dataId }, tx, caller) => {
    const { entities } = await createUnitStore(tx).getDocument(dataId, caller.reach)
    return { kind: 'unit', id: dataId, entity: entities[0] }
  },
})

/** A note is added without a position rather than later. */
const LOOK_UP_MS = 3_000

/** @throws DomainError unit/not-found, data/not-found, note/too-many, file/not-found */
export async function addNote(
  parts: NoteParts,
  caller: Caller,
  { dataID: dataId, source, startUTC, endUTC, text, position: given, picture }: BodyOf<typeof addEndpoint>,
): Promise<StoredNote> {
  const startAt = Date.parse(startUTC)
  await createUnitStore(parts.db).getDocument(dataId, caller.reach)
  const content: NoteContent = {
    source: source ?? null,
    startAt,
    endAt: timeOf(endUTC),
    text,
    position: given ?? (await findPosition(parts, dataId, startAt)),
    isPositionGiven: given !== undefined,
    picture: picture?.upload ?? null,
    pictureAlt: picture?.alt ?? '',
  }
  const note = await notes.create(parts, caller, async (tx, at) => {
    const store = createNoteStore(tx)
    await createUnitStore(tx).getDocument(dataId, caller.reach)
    if ((await store.countForAdding(dataId)) >= MOST_NOTES) throw new DomainError('note/too-many')
    await requireSource(tx, dataId, content.source)
    const id = await store.add({ ...content, dataId, author: caller.userId, at })
    await replacePicture(parts, tx, caller, { id, before: null, after: content.picture })
    return id
  })
  parts.bus.publish('unit-things-changed', { kind: 'note', dataId })
  return note
}

/** @throws DomainError note/not-found, note/changed, access/forbidden, data/not-found, file/not-found, request/invalid */
export async function changeNote(
  parts: NoteParts,
  caller: Caller,
  { noteID: id, seen, ...changes }: BodyOf<typeof changeEndpoint> & { seen: number | undefined },
): Promise<StoredNote> {
  const found = await findMoved(parts, caller, { id, ...changes })
  const note = await notes.change(parts, caller, { id, seen }, async (tx, before) => {
    const content = changedContent(before, changes, found)
    if (content.source !== before.source) await requireSource(tx, before.dataId, content.source)
    await createNoteStore(tx).change(id, content)
    await replacePicture(parts, tx, caller, { id, before: before.picture, after: content.picture })
  })
  await parts.images.removeUnreferenced()
  parts.bus.publish('unit-things-changed', { kind: 'note', dataId: note.dataId })
  return note
}

/** @throws DomainError note/not-found, access/forbidden */
export async function removeNote(parts: NoteParts, caller: Caller, id: number): Promise<void> {
  const { dataId } = await notes.remove(parts, caller, id, async (tx, { picture }) => {
    await replacePicture(parts, tx, caller, { id, before: picture, after: null })
    await createNoteStore(tx).remove(id)
  })
  await parts.images.removeUnreferenced()
  parts.bus.publish('unit-things-changed', { kind: 'note', dataId })
}

function replacePicture(
  { images }: NoteParts,
  tx: Db,
  { userId: uploadedBy }: Caller,
  { id, before, after }: { id: number; before: string | null; after: string | null },
): Promise<void> {
  return images.replacePrivate(tx, { subject: `note:${id}`, before, after, uploadedBy })
}

/** Where the unit was; null when that is not known, or cannot be read now. */
async function findPosition({ positionAt, log }: NoteParts, dataId: DataId, at: number): Promise<NotePosition | null> {
  try {
    const found = await positionAt(dataId, at, AbortSignal.timeout(LOOK_UP_MS))
    return found === undefined ? null : { lat: found.lat, lon: found.lon }
  } catch (error) {
    log.warn({ err: error, dataID: dataId }, 'finding the position of a note failed')
    return null
  }
}

/** The position of a note whose beginning changes, unless its author gave one; undefined: it stays. */
async function findMoved(
  parts: NoteParts,
  caller: Caller,
  { id, startUTC, position }: Changes & { id: number },
): Promise<NotePosition | null | undefined> {
  if (startUTC === undefined || position !== undefined) return undefined
  const { dataId, isPositionGiven, startAt } = await requireNote(parts.db, caller, id)
  const at = Date.parse(startUTC)
  return isPositionGiven || startAt === at ? undefined : findPosition(parts, dataId, at)
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

function changedContent(
  before: NoteContent,
  { source, startUTC, endUTC, text, position, picture }: Changes,
  found: NotePosition | null | undefined,
): NoteContent {
  const content = {
    source: source === undefined ? before.source : source,
    startAt: timeOf(startUTC) ?? before.startAt,
    endAt: endUTC === undefined ? before.endAt : timeOf(endUTC),
    text: text ?? before.text,
    position: position ?? (position === null ? null : found === undefined ? before.position : found),
    isPositionGiven: position === undefined ? before.isPositionGiven : position !== null,
    ...changedPicture(before, picture),
  }
  if (content.endAt !== null && content.endAt < content.startAt) throw invalidField('endUTC', 'fields.ends-before')
  return content
}

function changedPicture(
  { picture, pictureAlt }: NoteContent,
  change: Changes['picture'],
): Pick<NoteContent, 'picture' | 'pictureAlt'> {
  if (change === null) return { picture: null, pictureAlt: '' }
  const { upload = picture, alt = pictureAlt } = change ?? {}
  return { picture: upload, pictureAlt: upload === null ? '' : alt }
}

function timeOf(text: string | null | undefined): number | null {
  return typeof text === 'string' ? Date.parse(text) : null
}

function toLog({ id, source, startAt, endAt, text, position, picture, pictureAlt }: StoredNote): object {
  return {
    noteID: id,
    ...(source === null ? {} : { source }),
    startUTC: new Date(startAt).toISOString(),
    ...(endAt === null ? {} : { endUTC: new Date(endAt).toISOString() }),
    text,
    ...(position === null ? {} : { position: `${position.lat}, ${position.lon}` }),
    ...(picture === null ? {} : { picture: pictureAlt === '' ? true : pictureAlt }),
  }
}
