import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { ADMIN, READ } from '@fieldwatch/server/testing/access-rows'
import { importPlaces } from '../contract/place-files.ts'

const text = '{"type":"Point","coordinates":[18.1,59.3]}'

export const ROWS: AccessOfExtension['ROWS'] = {
  'POST /places/import': { rule: ADMIN, ask: ({ entity }) => ({ path: '/places/import', body: { entity, text } }) },
  'GET /places/export': { rule: READ, ask: ({ entity }) => ({ path: `/places/export?entity=${entity}` }) },
}

export const asked: AccessOfExtension['asked'] = () => ({
  'POST /places/import': { body: { text } },
  'GET /places/export': { query: { format: 'kml' } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, db }) => ({
  'POST /api/v1/places/import': {
    ask: (key) => call(importPlaces, { as: admin, headers: { 'idempotency-key': key }, body: { text } }),
    effects: async () => (await db.selectFrom('place').select('id').execute()).length,
  },
})
