import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { getActionRequest, postAction } from '@fieldwatch/contract/actions/actions'
import {
  createNetworkServer,
  listNetworkServers,
  type NetworkServer,
  removeNetworkServer,
  updateNetworkServer,
} from '../contract/network-servers.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import { ingestChirpStack } from '../contract/uplink-endpoints.ts'
import { readNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import { startFakeNetworkServer } from './network-servers/testing/fake-network-server.ts'
import { SOME_NETWORK_SERVER } from '../testing/some-network-server.ts'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { type Address, ask, signInAt, startServerProcess } from '@fieldwatch/server/testing/running-server'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import * as chirpStack from './testing/chirpstack-frames.ts'
import { openBroker } from './testing/open-broker.ts'

const database = await createTestDatabase()
const settings = { outside: { networks: readNetworks('127.0.0.1') } }
const first = await createTestApp({ database, ...settings })
const { db, call, clock, signInAs } = first
const USER = { name: 'portal', password: 'BROKER.SECRET' }
const broker = await openBroker(USER)
after(broker.close)

let devices = 0
async function buildDevice(admin: SignedInUser) {
  devices += 1
  const devEui = `C${devices.toString(16).toUpperCase().padStart(15, '0')}`
  return { devEui, unit: await buildUnit(db, { entity: admin.entity, devEui }) }
}

const connection = { brokerUrl: broker.url, brokerUser: USER.name, brokerPassword: USER.password }

async function connect(given: object = {}) {
  const admin = await signInAs({ role: 'admin' })
  const body = { ...SOME_NETWORK_SERVER, ...connection, ...given }
  const made = await call(createNetworkServer, { as: admin, body })
  assert.equal(made.status, 200)
  const { networkServerID } = made.body.details
  return { admin, networkServerID, clientId: `fieldwatch-${networkServerID}` }
}

async function serverOf(admin: SignedInUser): Promise<NetworkServer> {
  const [found] = (await call(listNetworkServers, { as: admin, query: {} })).body.details
  return found ?? assert.fail('there is no network server')
}

async function until<Found>(look: () => Promise<Found>, isSo: (found: Found) => boolean): Promise<Found> {
  for (let turn = 0; turn < 600; turn += 1) {
    const found = await look()
    if (isSo(found)) return found
    await delay(100)
  }
  return assert.fail(`it is still so: ${JSON.stringify(await look())}`)
}

/**
 * Waits as `until` does, and moves the clock: a connection that broke because the database answered too late is made again only after a
 * pause, and then receives what was not stored.
 */
async function untilInTime<Found>(look: () => Promise<Found>, isSo: (found: Found) => boolean): Promise<Found> {
  return until(() => {
    clock.advance(100)
    return look()
  }, isSo)
}

const isConnected = ({ brokerConnectedUTC }: NetworkServer): boolean => brokerConnectedUTC !== null

async function connected(given: object = {}) {
  const place = await connect(given)
  await until(() => serverOf(place.admin), isConnected)
  return place
}

const uplink = (devEui: string, n: number) => ({
  ...chirpStack.UP,
  deduplicationId: `${devEui}-${n}`,
  time: new Date(clock() - 100_000 + n * 1_000).toISOString(),
  deviceInfo: { devEui: devEui.toLowerCase() },
  object: { n },
})

async function numbersOf(unit: BuiltUnit): Promise<unknown[]> {
  const records = await listRecords(db, unit)
  return records.filter(({ name }) => name === 'lorawan').map(({ fields }) => fields['n'])
}

const stored = (unit: BuiltUnit, count: number) =>
  until(
    () => numbersOf(unit),
    ({ length }) => length >= count,
  )

describe('events from the MQTT broker of ChirpStack', () => {
  it('are stored, once where the webhook brings them too', async () => {
    const { admin } = await connected()
    const { devEui, unit } = await buildDevice(admin)
    const token = { name: 'webhook', scopes: ['send-for-units' as const], days: 1 }
    const { secret } = (await call(createProgramToken, { as: admin, body: token })).body.details
    const headers = { authorization: `Bearer ${secret}` }
    for (const n of [1, 2, 3]) {
      const post = () => call(ingestChirpStack, { headers, query: { event: 'up' }, body: uplink(devEui, n) })
      const publish = () => broker.publish(devEui, 'up', uplink(devEui, n))
      if (n === 1) await post()
      await Promise.all([publish(), n === 3 ? post() : undefined])
    }

    await stored(unit, 3)

    assert.deepEqual(await numbersOf(unit), [1, 2, 3])
    const { brokerError } = await until(
      () => serverOf(admin),
      ({ brokerMessageUTC }) => brokerMessageUTC !== null,
    )
    assert.equal(brokerError, null)
    const { rows } = await database.pool.query('select network_server::text as row from network_server')
    const audit = await db.selectFrom('auditLog').selectAll().execute()
    assert.equal(/BROKER.SECRET/.test(JSON.stringify([rows, audit, await serverOf(admin)])), false)
  })

  it('move requests', async () => {
    const network = await startFakeNetworkServer({ key: SOME_NETWORK_SERVER.key })
    after(network.close)
    const { admin } = await connected({ url: network.url })
    const { devEui, unit } = await buildDevice(admin)
    const body = { dataID: unit.dataId, actionClass: 'Unit' as const, payload: '01FF', expiresInSeconds: 3600 }
    const { action_id: actionId } = (await call(postAction, { as: admin, body })).body.details
    const find = async () => (await call(getActionRequest, { as: admin, params: { action_id: actionId } })).body.details
    const [{ reference } = { reference: '' }] = await until(
      async () => network.queue,
      ({ length }) => length > 0,
    )
    for (const [kind, event] of [
      ['txack', chirpStack.TXACK],
      ['ack', chirpStack.ACK],
    ] as const)
      await broker.publish(devEui, kind, { ...event, deviceInfo: { devEui }, queueItemId: reference })

    const { downlink } = await until(find, (request) => request.downlink?.state === 'acknowledged')
    assert.equal(downlink?.state, 'acknowledged')
  })

  it('of unknown devices and of units of others are kept for the entity', async () => {
    const { admin } = await connected()
    const stranger = await signInAs({ role: 'admin' })
    const foreign = await buildDevice(stranger)
    const { devEui, unit } = await buildDevice(admin)
    for (const one of ['CAFE000000000001', foreign.devEui, devEui]) await broker.publish(one, 'up', uplink(one, 1))

    await stored(unit, 1)

    assert.deepEqual(await numbersOf(foreign.unit), [])
    const messages = await db
      .selectFrom('capturedMessage')
      .select('topic')
      .where('entityId', '=', admin.entity)
      .orderBy('id', 'desc')
      .execute()
    assert.deepEqual(messages.map(({ topic }) => topic).toSorted(), [
      `chirpstack/${foreign.devEui}`,
      'chirpstack/CAFE000000000001',
    ])
  })

  it('that cannot be read hold up no others, and the reason is shown', async () => {
    const { admin } = await connected()
    const { devEui, unit } = await buildDevice(admin)
    const look = () => serverOf(admin)
    await broker.publish(devEui, 'up', '\b\u0001 no JSON')
    await untilInTime(look, ({ brokerError }) => brokerError?.includes('json=true') === true)
    await broker.publish(devEui, 'up', JSON.stringify({ ...uplink(devEui, 0), long: 'x'.repeat(300_000) }))
    await untilInTime(look, ({ brokerError }) => brokerError?.includes('256 KiB') === true)
    await broker.publish(devEui, 'up', uplink(devEui, 1), { qos: 0 })
    await untilInTime(look, ({ brokerError }) => brokerError?.includes('qos=1') === true)
    await broker.publish(devEui, 'up', uplink(devEui, 2))
    await untilInTime(look, ({ brokerError }) => brokerError === null)

    assert.deepEqual(await stored(unit, 2), [1, 2])
    const refused = await db.selectFrom('rejectedMessage').select('code').where('dataId', '=', unit.dataId).execute()
    assert.deepEqual(refused, [{ code: 'request/invalid' }, { code: 'request/invalid' }])
  })

  it('are those of one application where it is named', async () => {
    const { admin } = await connected({ application: 'pumps' })
    const { devEui, unit } = await buildDevice(admin)
    await broker.publish(devEui, 'up', uplink(devEui, 1))
    await broker.publish(devEui, 'up', uplink(devEui, 2), { application: 'pumps' })
    assert.deepEqual(await stored(unit, 1), [2])
  })
})

describe('the connection to a broker', () => {
  it('tells why it cannot be made, and is made when that is over', async () => {
    const { admin, networkServerID } = await connect({ brokerPassword: 'wrong' })
    const look = () => serverOf(admin)
    const refused = await until(look, ({ brokerError }) => brokerError !== null)
    assert.deepEqual(
      [refused.brokerError, refused.brokerConnectedUTC],
      ['The broker refuses the user name or password.', null],
    )

    const change = (body: object) => call(updateNetworkServer, { as: admin, body: { networkServerID, ...body } })
    const elsewhere = await change({ brokerUrl: 'mqtt://127.0.0.1:1' })
    assert.deepEqual(Object.keys(elsewhere.failure.details?.fields ?? {}), ['brokerPassword'])
    await change({ brokerUrl: 'mqtt://127.0.0.1:1', brokerPassword: USER.password })
    await until(look, ({ brokerError }) => brokerError === 'The receiver refuses the connection.')
    await change(connection)
    await until(look, isConnected)
  })

  it('is made again after it broke, later each time that it does not last', async () => {
    const { admin } = await connected()
    const { devEui, unit } = await buildDevice(admin)
    broker.dropPortals()
    await until(
      () => serverOf(admin),
      (server) => !isConnected(server),
    )
    await broker.publish(devEui, 'up', uplink(devEui, 1))
    clock.advance(2_000)
    assert.deepEqual(await stored(unit, 1), [1])
    // The message may be stored before the connection is noted; the wait for its end would then be over at once.
    await until(() => serverOf(admin), isConnected)
    broker.dropPortals()
    await until(
      () => serverOf(admin),
      (server) => !isConnected(server),
    )
    clock.advance(3_900)
    await delay(1_500)
    assert.equal(isConnected(await serverOf(admin)), false)
    clock.advance(100)
    await until(() => serverOf(admin), isConnected)
  })

  it('is left with its messages when it is switched off, and for good when it is removed', async () => {
    const { admin, networkServerID, clientId } = await connected()
    const { devEui, unit } = await buildDevice(admin)
    await call(updateNetworkServer, { as: admin, body: { networkServerID, active: false } })
    await until(
      async () => broker.portal,
      (portal) => !portal.has(clientId),
    )
    await broker.publish(devEui, 'up', uplink(devEui, 1))
    assert.equal(await broker.countKept(clientId), 1)
    await call(updateNetworkServer, { as: admin, body: { networkServerID, active: true } })
    assert.deepEqual(await stored(unit, 1), [1])

    await call(removeNetworkServer, { as: admin, body: { networkServerID } })
    await until(
      async () => broker.portal,
      (portal) => !portal.has(clientId),
    )
    await broker.publish(devEui, 'up', uplink(devEui, 2))
    assert.equal(await broker.countKept(clientId), 0)
  })

  it('leads to no address that is closed to the portal', async () => {
    const admin = await signInAs({ role: 'admin' })
    for (const [brokerUrl, field] of [
      ['mqtts://192.168.0.1', 'brokerUrl'],
      ['mqtt://user:pass@broker.example', 'brokerUrl'],
      ['http://broker.example', 'brokerUrl'],
      ['mqtts://broker.example/path', 'brokerUrl'],
    ] as const) {
      const body = { ...SOME_NETWORK_SERVER, brokerUrl }
      const { failure } = await call(createNetworkServer, { as: admin, body })
      assert.deepEqual(Object.keys(failure.details?.fields ?? {}), [field], brokerUrl)
    }
    const ofOther = { ...SOME_NETWORK_SERVER, kind: 'things-stack' as const, application: 'a', brokerUrl: broker.url }
    const { failure } = await call(createNetworkServer, { as: admin, body: ofOther })
    assert.deepEqual(Object.keys(failure.details?.fields ?? {}), ['brokerUrl'])
  })
})

async function readNumbers(server: Address, { email, unit }: { email: string; unit: BuiltUnit }): Promise<number[]> {
  const token = await signInAt(server, email)
  const numbers: number[] = []
  let body: CallOf<typeof queryData>['body'] | undefined = { dataID: unit.dataId, subject: 'lorawan' }
  while (body !== undefined) {
    const reply: ReplyOf<typeof queryData> = await ask(server, queryData, { token, body })
    const { data, pagination } = reply.body.details
    numbers.push(...data.map(({ n }) => Number(n)))
    body = pagination.hasNext ? pagination : undefined
  }
  return numbers
}

describe('several servers of the portal', () => {
  it(
    'have one connection, and after kills of them everything that was published is stored once',
    { timeout: 240_000 },
    async () => {
      await first.close()
      const other = await createTestDatabase()
      const outside = await createTestApp({ database: other, ...settings })
      const admin = await outside.signInAs({ role: 'admin' })
      const devEui = 'D000000000000001'
      const unit = await buildUnit(outside.db, { entity: admin.entity, devEui })
      const body = { ...SOME_NETWORK_SERVER, ...connection }
      const made = await outside.call(createNetworkServer, { as: admin, body })
      const clientId = `fieldwatch-${made.body.details.networkServerID}`
      await outside.close()
      const begin = () => startServerProcess(other, { FIELDWATCH_WEBHOOK_NETWORKS: '127.0.0.1' })
      const servers = await Promise.all([begin(), begin()])
      const connections = async () => broker.portal.size
      await until(
        async () => broker.subscribed.has(clientId),
        (isSubscribed) => isSubscribed,
      )
      let published = 0
      let isOver = false
      const publishing = (async () => {
        while (!isOver) {
          published += 1
          await broker.publish(devEui, 'up', uplink(devEui, published))
          await delay(50)
        }
      })()

      for (let kill = 0; kill < 2; kill += 1) {
        await until(connections, (count) => count === 1)
        await delay(500)
        await servers[kill % 2]?.kill()
        servers[kill % 2] = await begin()
      }
      isOver = true
      await publishing

      // What the broker does not keep any more was acknowledged.
      await until(
        async () => broker.countKept(clientId),
        (count) => count === 0,
      )
      const [server] = servers
      const numbers = await readNumbers(server, { email: admin.email, unit })
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: published }, (_, index) => index + 1),
      )
      assert.equal(broker.portal.size, 1)
    },
  )
})
