import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { OF_OTHERS, type Place, READ, type Rule } from '@fieldwatch/server/testing/access-rows'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { addNote } from '../contract/notes.ts'
import { createNoteStore } from '../server/note-store.ts'

/** As `READ`, about a picture that a note does not have. */
const NO_PICTURE: Rule = { top: '---mm', below: 'm---m' }

/** On a unit of the entity, by someone who is none of the callers. */
async function buildNote({ entity, test: { db, clock } }: Place): Promise<number> {
  const { id: author } = await buildUser(db, { entityId: entity })
  const place = { position: null, isPositionGiven: false, picture: null, pictureAlt: '' }
  const content = { source: null, startAt: clock(), endAt: null, text: 'New pump', ...place }
  const { dataId } = await buildUnit(db, { entity })
  return createNoteStore(db).add({ ...content, dataId, author, at: clock() })
}

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /notes': { rule: READ, ask: async ({ unit }) => ({ path: `/notes?dataID=${await unit()}` }) },
  'POST /notes': {
    rule: READ,
    ask: async ({ unit }) => ({
      path: '/notes',
      body: { dataID: await unit(), startUTC: '2026-03-01T00:00:00Z', text: 'New pump' },
    }),
  },
  'PUT /notes': {
    rule: OF_OTHERS,
    ask: async (place) => ({ path: '/notes', body: { noteID: await buildNote(place), text: 'Old pump' } }),
  },
  'POST /notes/pictures': {
    rule: READ,
    ask: async ({ unit, picture }) => ({ path: '/notes/pictures', form: { dataID: await unit(), file: picture } }),
  },
  'GET /notes/:noteID/picture': {
    // The note has none.
    rule: NO_PICTURE,
    ask: async (place) => ({ path: `/notes/${await buildNote(place)}/picture` }),
  },
  'DELETE /notes': {
    rule: OF_OTHERS,
    ask: async (place) => ({ path: '/notes', body: { noteID: await buildNote(place) } }),
  },
}

export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = {
  'GET /notes': (dataID) => ({ url: `/notes?dataID=${dataID}` }),
  'POST /notes': (dataID) => ({ url: '/notes', payload: { dataID, startUTC: '2026-03-01T00:00:00Z', text: 'Mine' } }),
  'PUT /notes': () => undefined,
  'DELETE /notes': () => undefined,
  'POST /notes/pictures': (dataID) => ({ url: '/notes/pictures', form: { dataID, file: 'not even a picture' } }),
  'GET /notes/:noteID/picture': () => undefined,
}

export const asked: AccessOfExtension['asked'] = ({ dataId }) => ({
  'GET /notes': { query: { dataID: dataId, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z', text: 'a' } },
  'POST /notes': {
    body: {
      dataID: dataId,
      startUTC: '2026-03-01T00:00:00Z',
      text: 'New pump',
      position: { lat: 1, lon: 1 },
      picture: { upload: 'x', alt: 'A pump' },
    },
  },
  'PUT /notes': { body: { noteID: 1, source: 'tank', startUTC: '2026-03-01T00:00:00Z', text: 'Old', version: 1 } },
  'POST /notes/pictures': { body: { dataID: dataId, file: 'x' } },
  'GET /notes/:noteID/picture': { params: { noteID: '1' }, query: { size: 'small' } },
  'DELETE /notes': { body: { noteID: 1 } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, dataId, db }) => ({
  'POST /api/v1/notes': {
    ask: (key) =>
      call(addNote, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { dataID: dataId, startUTC: '2026-03-01T00:00:00Z', text: 'New pump' },
      }),
    effects: async () => (await db.selectFrom('note').select('id').execute()).length,
  },
})
