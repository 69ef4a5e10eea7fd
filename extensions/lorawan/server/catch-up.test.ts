import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createNetworkServer, listNetworkServers, type NetworkServer } from '../contract/network-servers.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { ingestThingsStack } from '../contract/uplink-endpoints.ts'
import { readNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const settings = { outside: { networks: readNetworks('127.0.0.1') } }
const { db, call, clock, signInAs } = await createTestApp({ database, ...settings })

interface Stored {
  readonly received_at: string
}

/** The Storage Integration of an application, as The Things Stack answers it. */
const storage = new Map<string, Stored[]>()
const asked: { application: string; query: URLSearchParams }[] = []
let respond: ((response: ServerResponse) => void) | undefined
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost')
  const application = /\/applications\/([^/]+)\/packages\/storage\/uplink_message$/.exec(url.pathname)?.[1] ?? ''
  asked.push({ application, query: url.searchParams })
  if (respond !== undefined) return respond(response)
  if (request.headers.authorization !== 'Bearer key') return void response.writeHead(403).end('{"message":"no right"}')
  const from = Date.parse(url.searchParams.get('after') ?? '')
  const found = (storage.get(application) ?? [])
    .filter((one) => Date.parse(one.received_at) > from)
    .toSorted((one, other) => Date.parse(one.received_at) - Date.parse(other.received_at))
    .slice(0, Number(url.searchParams.get('limit')))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(found.map((result) => `${JSON.stringify({ result })}\n`).join('\n'))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const MINUTE_MS = 60_000

let applications = 0
async function buildApplication() {
  applications += 1
  const application = `app-${applications}`
  const admin = await signInAs({ role: 'admin' })
  const devEui = `B${applications.toString(16).toUpperCase().padStart(15, '0')}`
  const unit = await buildUnit(db, { entity: admin.entity, devEui })
  return { admin, application, devEui, unit }
}

type Application = Awaited<ReturnType<typeof buildApplication>>

function uplinkOf({ devEui }: Pick<Application, 'devEui'>, count: number, ago: number) {
  return {
    end_device_ids: { device_id: 'pump', application_ids: { application_id: 'x' }, dev_eui: devEui },
    received_at: new Date(clock() - ago).toISOString(),
    uplink_message: { session_key_id: 's', f_port: 1, f_cnt: count, decoded_payload: { count } },
  }
}

async function connect({ admin, application }: Pick<Application, 'admin' | 'application'>, given: object = {}) {
  const body = {
    name: 'LoRaWAN',
    kind: 'things-stack' as const,
    url,
    key: 'key',
    application,
    fPort: 1,
    confirmed: true,
    catchUp: true,
    ...given,
  }
  const made = await call(createNetworkServer, { as: admin, body })
  assert.equal(made.status, 200)
}

async function until(admin: SignedInUser, isSo: (server: NetworkServer) => boolean): Promise<NetworkServer> {
  for (let look = 0; look < 400; look += 1) {
    const [found] = (await call(listNetworkServers, { as: admin, query: {} })).body.details
    if (found !== undefined && isSo(found)) return found
    await delay(100)
  }
  return assert.fail('the storage is not read')
}

const isRead = ({ caughtUpUTC }: NetworkServer): boolean => caughtUpUTC === new Date(clock()).toISOString()

async function countsOf(unit: BuiltUnit): Promise<unknown[]> {
  const records = await listRecords(db, unit)
  return records.filter(({ name }) => name === 'lorawan').map(({ fields }) => fields['count'])
}

describe('uplinks that a webhook of The Things Stack could not deliver', () => {
  it('are read from its storage, without those that came, and are no sign of life', async () => {
    const place = await buildApplication()
    const { admin, application, unit } = place
    const uplinks = [1, 2, 3].map((count) => uplinkOf(place, count, (10 - count) * MINUTE_MS))
    const token = { name: 'webhook', scopes: ['send-for-units' as const], days: 1 }
    const { secret } = (await call(createProgramToken, { as: admin, body: token })).body.details
    const headers = { authorization: `Bearer ${secret}` }
    storage.set(application, uplinks)
    await connect(place)

    await until(admin, isRead)

    assert.deepEqual(await countsOf(unit), [1, 2, 3])
    const { lastActivityAt: lastActivity } = await db
      .selectFrom('unit')
      .select('lastActivityAt')
      .where('dataId', '=', unit.dataId)
      .executeTakeFirstOrThrow()
    assert.equal(lastActivity, null)
    const [first] = uplinks
    const copy = await call(ingestThingsStack, { headers, body: first })
    assert.equal(copy.body.details.stored, 0)
  })

  it('are read on from the last one after an hour, and all when there are more than one answer has', async () => {
    const place = await buildApplication()
    const { admin, application, unit } = place
    const many = Array.from({ length: 510 }, (_, count) => uplinkOf(place, count + 1, 20 * MINUTE_MS - count * 100))
    storage.set(application, many)
    await connect(place)
    await until(admin, isRead)
    assert.equal((await countsOf(unit)).length, 510)
    const limits = asked.filter((one) => one.application === application).map(({ query }) => query.get('limit'))
    assert.deepEqual(limits, ['500', '500'])

    clock.advance(10 * MINUTE_MS)
    storage.get(application)?.push(uplinkOf(place, 511, MINUTE_MS))
    await db.updateTable('networkServer').set({ catchUpDueAt: 0 }).where('application', '=', application).execute()
    await until(admin, isRead)

    assert.equal((await countsOf(unit)).at(-1), 511)
    const seen = await db.selectFrom('lorawanUplink').select('id').where('dataId', '=', unit.dataId).execute()
    assert.equal(seen.length, 511)
  })

  it('of units of other entities, of unknown devices and of deactivated units are left out', async () => {
    const [place, stranger] = [await buildApplication(), await buildApplication()]
    const { admin, application } = place
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', place.unit.dataId).execute()
    storage.set(application, [
      uplinkOf(stranger, 1, MINUTE_MS),
      uplinkOf({ devEui: 'FFFFFFFFFFFFFFFF' }, 2, MINUTE_MS),
      uplinkOf(place, 3, MINUTE_MS),
      { received_at: new Date(clock() - MINUTE_MS).toISOString() },
    ])
    await connect(place)

    await until(admin, isRead)

    assert.deepEqual([await countsOf(place.unit), await countsOf(stranger.unit)], [[], []])
    const captured = await db
      .selectFrom('capturedMessage')
      .select('id')
      .where('entityId', 'in', [place.admin.entity, stranger.admin.entity] satisfies EntityId[])
      .execute()
    assert.deepEqual(captured, [])
  })

  it('wait for another try when the storage cannot be read, with the reason', async () => {
    const rows: readonly [answer: typeof respond, reason: RegExp][] = [
      [undefined, /403/],
      [(response) => void response.end('<html>'), /not JSON/],
      [(response) => void response.end('{"error":{"message":"storage is off"}}\n'), /storage is off/],
      [(response) => void response.destroy(), /closed the connection/],
    ]
    for (const [answer, reason] of rows) {
      const place = await buildApplication()
      respond = answer
      await connect(place, { key: 'wrong' })
      const failing = await until(place.admin, ({ catchUpError }) => catchUpError !== null)
      assert.match(failing.catchUpError ?? '', reason)
      assert.equal(failing.caughtUpUTC, null)
      respond = undefined
    }
  })
})
