import { randomUUID } from 'node:crypto'
import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { ADMIN, ANY_ADMIN, type Place } from '@fieldwatch/server/testing/access-rows'
import {
  addBoardScreen,
  type BoardDraft,
  type BoardId,
  createBoard,
  createBoardPairing,
  ScreenId,
} from '../contract/boards.ts'
import { createScreenStore } from '../server/screen-store.ts'

/** A wallboard without a unit. */
const SOME_BOARD: BoardDraft = {
  name: 'Control room',
  seconds: 20,
  pages: [{ title: '', columns: 1, rows: 1, tiles: [{ kind: 'text', text: 'Welcome', width: 1, height: 1 }] }],
}

const NO_ID = '00000000-0000-4000-8000-000000000000'

async function addBoard({ entity, admin, test: { call, db } }: Place): Promise<BoardId> {
  // An entity has so many at most.
  await db.deleteFrom('board').where('entityId', '=', entity).execute()
  return (await call(createBoard, { as: admin, body: { entity, ...SOME_BOARD } })).body.details.boardID
}

async function addScreen(place: Place): Promise<ScreenId> {
  const { admin, test } = place
  const id = ScreenId.parse(randomUUID())
  const about = { name: 'Control room', secretHash: Buffer.from(id), by: admin.userId, at: test.clock() }
  await createScreenStore(test.db).add({ id, boardId: await addBoard(place), ...about })
  return id
}

/** Any code: no screen shows it. */
const pairing = (boardID: string) => ({ boardID, code: 'AAAA-AAAA', name: 'Control room' })

export const PUBLIC = ['POST /boards/pairings']

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /boards': { rule: ANY_ADMIN, ask: () => ({ path: '/boards' }) },
  'POST /boards': { rule: ADMIN, ask: ({ entity }) => ({ path: '/boards', body: { entity, ...SOME_BOARD } }) },
  'PUT /boards': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/boards', body: { boardID: await addBoard(place), ...SOME_BOARD } }),
  },
  'DELETE /boards': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/boards', body: { boardID: await addBoard(place) } }),
  },
  'POST /boards/preview': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/boards/preview', body: { entity, ...SOME_BOARD } }),
  },
  'POST /boards/pair': {
    rule: { top: 'ffmmm', below: 'ffmmm' },
    ask: async (place) => ({ path: '/boards/pair', body: pairing(await addBoard(place)) }),
  },
  'DELETE /boards/screens': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/boards/screens', body: { screenID: await addScreen(place) } }),
  },
}

export const NOT_FOR_PROGRAMS = Object.keys(ROWS)

export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = {
  ...Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined])),
  // The preview says of each unit out of reach, and of each that there is not, that it is gone.
  'POST /boards': (dataID) => ({ url: '/boards', payload: boardOf(dataID) }),
}

function boardOf(dataID: string): object {
  const map = { kind: 'map', title: '', dataIDs: [dataID], width: 1, height: 1 }
  return { ...SOME_BOARD, pages: [{ title: '', columns: 1, rows: 1, tiles: [map] }] }
}

export const asked: AccessOfExtension['asked'] = () => ({
  'GET /boards/alerts': {},
  'GET /boards': {},
  'POST /boards': { body: SOME_BOARD },
  'PUT /boards': { body: { boardID: NO_ID, ...SOME_BOARD } },
  'DELETE /boards': { body: { boardID: NO_ID } },
  'POST /boards/preview': { body: SOME_BOARD },
  'POST /boards/pair': { body: pairing(NO_ID) },
  'DELETE /boards/screens': { body: { screenID: NO_ID } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, db }) => {
  const sent = (key: string) => ({ as: admin, headers: { 'idempotency-key': key } })
  const prepare = async () => {
    const { boardID } = (await call(createBoard, { as: admin, body: SOME_BOARD })).body.details
    return { boardID, code: (await call(createBoardPairing)).body.details.code, name: 'Lobby' }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  return {
    'POST /api/v1/boards': {
      ask: (key) => call(createBoard, { ...sent(key), body: { ...SOME_BOARD, name: 'Twice' } }),
      effects: async () => (await db.selectFrom('board').select('id').where('name', '=', 'Twice').execute()).length,
    },
    'POST /api/v1/boards/pair': {
      ask: async (key) => call(addBoardScreen, { ...sent(key), body: await (prepared ??= prepare()) }),
      effects: async () => (await db.selectFrom('boardScreen').select('id').execute()).length,
    },
  }
}
