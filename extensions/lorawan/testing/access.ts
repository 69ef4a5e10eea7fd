import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Asked, AskedOnce } from '@fieldwatch/server/testing/access-of-extensions'
import { ADMIN, ANY_ADMIN, type Place, READ, type Request, type Row } from '@fieldwatch/server/testing/access-rows'
import type { SignedInUser, TestApp } from '@fieldwatch/server/testing/test-app'
import { createNetworkServer } from '../contract/network-servers.ts'
import { SOME_NETWORK_SERVER } from './some-network-server.ts'

interface About extends Pick<TestApp, 'call' | 'db'> {
  readonly admin: SignedInUser
}

export const PROGRAM_REQUESTS: Readonly<Record<string, (unit: DataId) => Request>> = {
  'POST /doors/things-stack': () => ({ path: '/doors/things-stack', body: {} }),
  'POST /doors/chirpstack': () => ({ path: '/doors/chirpstack?event=up', body: {} }),
}

async function addServer({ entity, admin, test: { call, db } }: Place): Promise<string> {
  await db.deleteFrom('network_server').where('entity_id', '=', entity).execute()
  const body = { entity, ...SOME_NETWORK_SERVER }
  return (await call(createNetworkServer, { as: admin, body })).body.details.networkServerID
}

export const ROWS: Readonly<Record<string, Row>> = {
  'GET /templates/:id/codec': {
    rule: READ,
    ask: async ({ template }) => ({ path: `/templates/${await template()}/codec` }),
  },
  'PUT /templates/:id/codec': {
    rule: { top: 'ffymm', below: 'mfyym' },
    ask: async ({ template }) => ({ path: `/templates/${await template()}/codec`, body: { code: '' } }),
  },
  'POST /templates/codec/test': {
    rule: ANY_ADMIN,
    ask: () => ({ path: '/templates/codec/test', body: { code: '', bytes: '01', port: 1 } }),
  },
  'GET /network-servers': {
    rule: { top: 'ffymm', below: 'ffyym' },
    ask: ({ entity }) => ({ path: `/network-servers?entity=${entity}` }),
  },
  'POST /network-servers': {
    rule: ADMIN,
    ask: ({ entity }) => ({ path: '/network-servers', body: { entity, ...SOME_NETWORK_SERVER } }),
  },
  'PUT /network-servers': {
    rule: ADMIN,
    ask: async (place) => ({
      path: '/network-servers',
      body: { networkServerID: await addServer(place), name: 'Hall' },
    }),
  },
  'DELETE /network-servers': {
    rule: ADMIN,
    ask: async (place) => ({ path: '/network-servers', body: { networkServerID: await addServer(place) } }),
  },
}

export const NOT_FOR_PROGRAMS = [
  'PUT /templates/:id/codec',
  'POST /templates/codec/test',
  'GET /network-servers',
  'POST /network-servers',
  'PUT /network-servers',
  'DELETE /network-servers',
]

/** None names a unit. */
export const ABOUT_A_UNIT = Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined]))

export const asked = ({ admin }: About): Readonly<Record<string, Asked>> => ({
  'GET /templates/:id/codec': { params: { id: 'x' } },
  'PUT /templates/:id/codec': { params: { id: 'x' }, body: { code: 'x', version: 1 } },
  'POST /templates/codec/test': { body: { code: 'x', bytes: '01', port: 1 } },
  'GET /network-servers': { query: { entity: admin.entity } },
  'POST /network-servers': { body: { entity: admin.entity, ...SOME_NETWORK_SERVER } },
  'PUT /network-servers': {
    body: {
      networkServerID: 'x',
      name: 'LoRaWAN',
      url: 'https://lorawan.example',
      application: 'field',
      fPort: 1,
      confirmed: true,
      catchUp: true,
      active: true,
      key: 'secret',
      version: 1,
    },
  },
  'DELETE /network-servers': { body: { networkServerID: 'x' } },
})

export const askedOnce = ({ admin, call, db }: About): Readonly<Record<string, AskedOnce>> => ({
  [`${createNetworkServer.method} ${createNetworkServer.path}`]: {
    ask: (key) =>
      call(createNetworkServer, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { entity: admin.entity, ...SOME_NETWORK_SERVER },
      }),
    effects: async () => (await db.selectFrom('network_server').select('id').execute()).length,
  },
})
