import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { ADMIN, type Place } from '@fieldwatch/server/testing/access-rows'
import { createMapping, type Mapping } from '../contract/mappings.ts'

/** Takes every message. */
const SOME_MAPPING: Mapping = {
  topic: '#',
  unit: { from: 'sender' },
  time: { format: 'arrival' },
  values: [],
  others: 'any',
}

async function addMapping({ entity, admin, test }: Place): Promise<string> {
  const body = { entity, name: 'Plugs', mapping: SOME_MAPPING }
  return (await test.call(createMapping, { as: admin, body })).body.details.mappingID
}

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /message-mappings': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: `/message-mappings?entity=${entity}` }),
  },
  'GET /captured-messages': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: `/captured-messages?entity=${entity}` }),
  },
  'POST /message-mappings': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/message-mappings', body: { entity, name: 'Plugs', mapping: SOME_MAPPING } }),
  },
  'PUT /message-mappings': {
    rule: ADMIN,
    ask: async (place) => ({
      path: '/message-mappings',
      body: { mappingID: await addMapping(place), mapping: SOME_MAPPING },
    }),
  },
  'DELETE /message-mappings': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/message-mappings', body: { mappingID: await addMapping(place) } }),
  },
}

export const NOT_FOR_PROGRAMS = Object.keys(ROWS)

/** None of them names a unit. */
export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = Object.fromEntries(
  Object.keys(ROWS).map((name) => [name, () => undefined]),
)

export const asked: AccessOfExtension['asked'] = ({ admin: { entity } }) => ({
  'GET /message-mappings': { query: { entity } },
  'GET /captured-messages': { query: { entity } },
  'POST /message-mappings': { body: { entity, name: 'Plugs', mapping: SOME_MAPPING } },
  'PUT /message-mappings': { body: { mappingID: 'x', name: 'Plugs', mapping: SOME_MAPPING, version: 1 } },
  'DELETE /message-mappings': { body: { mappingID: 'x' } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, db }) => ({
  'POST /api/v1/message-mappings': {
    ask: (key) =>
      call(createMapping, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { entity: admin.entity, name: 'Plugs', mapping: SOME_MAPPING },
      }),
    effects: async () => {
      const { length } = await db.selectFrom('message_mapping').select('id').where('name', '=', 'Plugs').execute()
      return length
    },
  },
})
