import { zstdCompressSync } from 'node:zlib'
import { DataId } from '@fieldwatch/contract/api/ids'
import { createLeaseStore } from '@fieldwatch/server/platform/leases/lease-store'
import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { aboutUnit, ADMIN, type Place, type Row } from '@fieldwatch/server/testing/access-rows'
import { createRecordImport, type ImportState } from '../contract/record-imports.ts'
import { createImportStore } from '../server/import-store.ts'
import { LOGGER_FILE, LOGGER_SETTINGS } from './logger-file.ts'

/** An import into a unit of the place. */
async function addImport({ unit, admin, test: { db, clock } }: Place, state: ImportState): Promise<number> {
  const store = createImportStore(db)
  const dataId = DataId.parse(await unit())
  const id = await store.create({ dataId, fileName: 'a.csv', fileBytes: 1, by: admin.userId, now: clock() })
  if (state !== 'uploading')
    await store.putPart(id, 0, { bytes: LOGGER_FILE.length, data: zstdCompressSync(LOGGER_FILE) })
  // Another server works on it.
  if (state === 'running') await createLeaseStore(db).begin('elsewhere', 24 * 60 * 60_000)
  const held = state === 'running' ? { held_by: 'elsewhere' } : {}
  await db
    .updateTable('recordImport')
    .set({ state, ...held })
    .where('id', '=', id)
    .execute()
  return id
}

/** Admins of the entity of its unit may steer it. */
const aboutImport = (path: string, state: ImportState, more: object = {}): Row => ({
  rule: ADMIN,
  ask: async (place) => ({ path, body: { importID: await addImport(place, state), ...more } }),
})

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /imports': aboutUnit(ADMIN, (dataID) => `/imports?dataID=${dataID}`),
  'POST /imports': aboutUnit(
    ADMIN,
    () => '/imports',
    (dataID) => ({ dataID, fileName: 'logger.csv', fileBytes: 1 }),
  ),
  'PUT /imports/part': {
    rule: ADMIN,
    ask: async (place) => ({
      path: '/imports/part',
      form: { importID: String(await addImport(place, 'uploading')), part: '0', file: new File(['x'], 'part') },
    }),
  },
  'POST /imports/preview': aboutImport('/imports/preview', 'ready'),
  'POST /imports/start': aboutImport('/imports/start', 'ready', { settings: LOGGER_SETTINGS, check: true }),
  'POST /imports/cancel': aboutImport('/imports/cancel', 'running'),
  'POST /imports/undo': aboutImport('/imports/undo', 'done'),
  'DELETE /imports': aboutImport('/imports', 'ready'),
  'GET /imports/refusals': {
    rule: ADMIN,
    ask: async (place) => ({ path: `/imports/refusals?importID=${await addImport(place, 'done')}` }),
  },
}

export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = {
  ...Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined])),
  'GET /imports': (dataID) => ({ url: `/imports?dataID=${dataID}` }),
  'POST /imports': (dataID) => ({ url: '/imports', payload: { dataID, fileName: 'a.csv', fileBytes: 1 } }),
}

export const asked: AccessOfExtension['asked'] = ({ dataId }) => ({
  'GET /imports': { query: { dataID: dataId } },
  'POST /imports': { body: { dataID: dataId, fileName: 'logger.csv', fileBytes: 10 } },
  'PUT /imports/part': { body: { importID: '1', part: '0', file: 'x' } },
  'POST /imports/preview': { body: { importID: 1, settings: LOGGER_SETTINGS, zone: 'Europe/Berlin' } },
  'POST /imports/start': { body: { importID: 1, settings: LOGGER_SETTINGS, check: false } },
  'POST /imports/cancel': { body: { importID: 1 } },
  'POST /imports/undo': { body: { importID: 1 } },
  'DELETE /imports': { body: { importID: 1 } },
  'GET /imports/refusals': { query: { importID: '1' } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, dataId, db }) => ({
  'POST /api/v1/imports': {
    ask: (key) =>
      call(createRecordImport, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { dataID: dataId, fileName: 'a.csv', fileBytes: 1 },
      }),
    effects: async () => (await db.selectFrom('recordImport').select('id').execute()).length,
  },
})
