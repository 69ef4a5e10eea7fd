import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createNetworkServer,
  listNetworkServers,
  MOST_NETWORK_SERVERS,
  removeNetworkServer,
  updateNetworkServer,
} from '../../contract/network-servers.ts'
import { readNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import { SOME_NETWORK_SERVER } from '../../testing/some-network-server.ts'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { db, call, signInAs } = await createTestApp({ database, outside: { networks: readNetworks('10.1.0.0/16') } })
const admin = await signInAs({ role: 'admin' })
const draft = { ...SOME_NETWORK_SERVER, key: 'NNSXS.SECRET' }

const list = async () => (await call(listNetworkServers, { as: admin, query: {} })).body.details
const problems = async (given: object) =>
  Object.keys(
    (await call(createNetworkServer, { as: admin, body: { ...draft, ...given } })).failure.details?.fields ?? {},
  )

describe('a network server', () => {
  it('is added, changed and removed, and its API key is neither shown nor kept as it is', async () => {
    const { body: made } = await call(createNetworkServer, { as: admin, body: draft })
    const { networkServerID, version } = made.details
    assert.deepEqual(await list(), [made.details])

    const body = { networkServerID, version, name: 'North', fPort: 7, key: 'NEW.SECRET' }
    const changed = await call(updateNetworkServer, { as: admin, body })
    assert.deepEqual(
      [changed.body.details.name, changed.body.details.fPort, changed.body.details.version],
      ['North', 7, 2],
    )
    const outdated = await call(updateNetworkServer, { as: admin, body })
    assert.equal(outdated.failure.code, 'network-server/changed')

    const { rows } = await database.pool.query('select network_server::text as row from network_server')
    const audit = await db.selectFrom('auditLog').selectAll().execute()
    assert.equal(/SECRET/.test(JSON.stringify([rows, audit, await list()])), false)
    await call(removeNetworkServer, { as: admin, body: { networkServerID } })
    assert.deepEqual(await list(), [])
  })

  it('has an address that may be reached, and of The Things Stack an application', async () => {
    assert.deepEqual(await problems({ url: 'https://192.168.0.1' }), ['url'])
    assert.deepEqual(await problems({ url: 'ftp://lorawan.example' }), ['url'])
    assert.deepEqual(await problems({ url: 'https://user:pass@lorawan.example' }), ['url'])
    assert.deepEqual(await problems({ kind: 'things-stack' }), ['application'])
    assert.deepEqual(await problems({ key: 'two\nlines' }), ['key'])
    assert.deepEqual(await problems({ fPort: 224 }), ['fPort'])
    assert.deepEqual(await problems({ application: '../x' }), ['application'])
    const listed = await call(createNetworkServer, { as: admin, body: { ...draft, url: 'http://10.1.2.3:8090' } })
    assert.equal(listed.status, 200)
  })

  it('needs its API key again when the address is another one', async () => {
    const { body: made } = await call(createNetworkServer, { as: admin, body: draft })
    const { networkServerID } = made.details
    const body = { networkServerID, url: 'https://elsewhere.example' }
    const refused = await call(updateNetworkServer, { as: admin, body })
    assert.deepEqual(Object.keys(refused.failure.details?.fields ?? {}), ['key'])
    const taken = await call(updateNetworkServer, { as: admin, body: { ...body, key: 'again' } })
    assert.equal(taken.body.details.url, 'https://elsewhere.example')
  })

  it('is one of ten at most', async () => {
    const entity = await buildEntity(db, { parentId: admin.entity })
    const top = await signInAs({ role: 'admin', entity })
    const add = () => call(createNetworkServer, { as: top, body: draft })
    for (let made = 0; made < MOST_NETWORK_SERVERS; made += 1) assert.equal((await add()).status, 200)
    assert.equal((await add()).failure.code, 'network-server/too-many')
  })
})
