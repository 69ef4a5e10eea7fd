import {
  addNote as addEndpoint,
  changeNote as changeEndpoint,
  listNotes,
  type Note,
  removeNote as removeEndpoint,
} from '@fieldwatch/contract/notes/notes'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { addRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { done, success } from '#platform/http/envelope.ts'
import { formatPosition, readPosition } from '#platform/http/page-position.ts'
import { addNote, changeNote, type NoteParts, removeNote } from './change-notes.ts'
import { mayChangeNote } from './note-policy.ts'
import { createNoteStore, type StoredNote } from './note-store.ts'

/** What people and programs write about moments and periods of units. */
export function registerNoteRoutes(app: FastifyInstance, parts: NoteParts): void {
  addRoute(app, listNotes, async ({ query: { dataID, from, to, text, after, limit }, caller }) => {
    if (dataID !== undefined) await createUnitStore(parts.db).getDocument(dataID, caller.reach)
    const entities = dataID === undefined ? caller.viewing : caller.reach
    // One more than the page shows whether another one follows.
    const filter = { dataId: dataID, from, to, text, after: readPosition(after), limit: limit + 1 }
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
}

function shownNote(caller: Caller, note: StoredNote): Note {
  const { id, dataId, deviceName, source, startAt, endAt, text, by, createdAt, version } = note
  return {
    noteID: id,
    dataID: dataId,
    deviceName,
    source,
    startUTC: new Date(startAt).toISOString(),
    endUTC: endAt === null ? null : new Date(endAt).toISOString(),
    text,
    by,
    createdUTC: createdAt.toISOString(),
    mayChange: mayChangeNote(caller, note),
    version,
  }
}
