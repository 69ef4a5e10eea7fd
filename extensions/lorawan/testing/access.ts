import type { DataId } from '@fieldwatch/contract/api/ids'
import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { accessOfResource } from '@fieldwatch/server/testing/access-of-resource'
import { ANY_ADMIN, READ, type Request, type Row } from '@fieldwatch/server/testing/access-rows'
import { createNetworkServer } from '../contract/network-servers.ts'
import { SOME_NETWORK_SERVER } from './some-network-server.ts'

export const PROGRAM_REQUESTS: Readonly<Record<string, (unit: DataId) => Request>> = {
  'POST /doors/things-stack': () => ({ path: '/doors/things-stack', body: {} }),
  'POST /doors/chirpstack': () => ({ path: '/doors/chirpstack?event=up', body: {} }),
}

const OF_SERVERS = accessOfResource({
  create: createNetworkServer,
  idName: 'networkServerID',
  table: 'networkServer',
  some: SOME_NETWORK_SERVER,
})

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
  ...OF_SERVERS.ROWS,
}

export const NOT_FOR_PROGRAMS = [
  'PUT /templates/:id/codec',
  'POST /templates/codec/test',
  ...OF_SERVERS.NOT_FOR_PROGRAMS,
]

/** None names a unit. */
export const ABOUT_A_UNIT = Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined]))

export const asked: AccessOfExtension['asked'] = (about) => ({
  'GET /templates/:id/codec': { params: { id: 'x' } },
  'PUT /templates/:id/codec': { params: { id: 'x' }, body: { code: 'x', version: 1 } },
  'POST /templates/codec/test': { body: { code: 'x', bytes: '01', port: 1 } },
  ...OF_SERVERS.asked(about),
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
})

export const { askedOnce } = OF_SERVERS
