import {
  addNote as addEndpoint,
  changeNote as changeEndpoint,
  getNotePicture,
  listNotes,
  type Note,
  removeNote as removeEndpoint,
  uploadNotePicture,
} from '../contract/notes.ts'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { ONLY_A_PICTURE } from '@fieldwatch/server/platform/files/file-routes'
import { FILE_TYPE } from '@fieldwatch/server/platform/files/file-storage'
import { addRoute, addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { formatPosition, readPosition } from '@fieldwatch/server/platform/http/page-position'
import { addNote, changeNote, type NoteParts, removeNote } from './change-notes.ts'
import { mayChangeNote } from './note-policy.ts'
import { createNoteStore, type StoredNote } from './note-store.ts'
import { timesOf } from '@fieldwatch/server/fleet/unit-notes/write-notes'

/** What people and programs write about moments and periods of units. */
export function registerNoteRoutes(app: FastifyInstance, parts: NoteParts): void {
  addRoute(app, listNotes, async ({ query: { dataID, from, to, text, placed, after, limit }, caller }) => {
    if (dataID !== undefined) await createUnitStore(parts.db).getDocument(dataID, caller.reach)
    const entities = dataID === undefined ? caller.viewing : caller.reach
    // One more than the page shows whether another one follows.
    const filter = { dataId: dataID, from, to, text, isPlaced: placed, after: readPosition(after), limit: limit + 1 }
    const found = await createNoteStore(parts.db).list(entities, filter)
    const notes = found.slice(0, limit)
    const last = found.length > limit ? notes.at(-1) : undefined
    return success({
      notes: notes.map((note) => shownNote(caller, note)),
      next: formatPosition(last && { at: last.startAt, id: last.id }),
    })
  })

  addRoute(app, addEndpoint, async ({ body, caller }) => success(shownNote(caller, await addNote(parts, caller, body))))

  addRoute(app, changeEndpoint, async ({ body, caller, seen }) =>
    success(shownNote(caller, await changeNote(parts, caller, { ...body, seen }))),
  )

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removeNote(parts, caller, body.noteID)
    return done()
  })

  addRoute(
    app,
    uploadNotePicture,
    { admit: ({ userId }) => parts.images.requireRoom(userId) },
    async ({ body: { dataID, file }, caller }) => {
      await createUnitStore(parts.db).getDocument(dataID, caller.reach)
      return success({
        upload: await parts.images.storePrivate({ file, uploadedBy: caller.userId, entity: caller.entity }),
      })
    },
  )

  addSendingRoute(app, getNotePicture, async ({ params, query, caller, reply }) => {
    const note = await createNoteStore(parts.db).find(params.noteID, caller.reach)
    if (note === undefined) throw new DomainError('note/not-found')
    if (note.picture === null) throw new DomainError('file/not-found')
    const bytes = await parts.images.readPrivate(note.picture, query.size)
    // Whether the unit is still in reach is asked each time.
    await reply.headers(ONLY_A_PICTURE).header('cache-control', 'no-store').type(FILE_TYPE).send(bytes)
  })
}

function shownNote(caller: Caller, note: StoredNote): Note {
  const { id, dataId, deviceName, source, startAt, endAt, text, position, by, createdAt, version } = note
  return {
    noteID: id,
    dataID: dataId,
    deviceName,
    source,
    ...timesOf({ startAt, endAt }),
    text,
    position,
    picture: note.picture === null ? null : { alt: note.pictureAlt },
    by,
    createdUTC: createdAt.toISOString(),
    mayChange: mayChangeNote(caller, note),
    version,
  }
}
