import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cancelAction, getActionRequest, postAction } from '@fieldwatch/contract/actions/actions'
import type { ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { createNetworkServer, listNetworkServers, type NetworkServerKind } from '../../contract/network-servers.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { changeTemplateCodec, getTemplateCodec } from '../../contract/template-codec.ts'
import { ingestChirpStack, ingestThingsStack } from '../../contract/uplink-endpoints.ts'
import { readNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { answer, type Misbehaviour, startFakeNetworkServer } from './testing/fake-network-server.ts'

const database = await createTestDatabase()
const settings = { outside: { networks: readNetworks('127.0.0.1') } }
const { db, call, clock, signInAs } = await createTestApp({ database, ...settings })
// Two servers look for work; each downlink goes out once.
await createTestApp({ database, clock, ...settings })

const KEY = 'NNSXS.SECRET'
const network = await startFakeNetworkServer({ key: KEY })
after(network.close)

const MINUTE_MS = 60_000

let devices = 0
function nextDevEui(): string {
  devices += 1
  return `A${devices.toString(16).toUpperCase().padStart(15, '0')}`
}

interface Wanted {
  kind?: NetworkServerKind
  given?: object
}

async function connect(admin: SignedInUser, { kind = 'things-stack', given = {} }: Wanted = {}) {
  const body = {
    name: 'LoRaWAN',
    kind,
    url: network.url,
    key: KEY,
    application: kind === 'things-stack' ? 'field' : '',
    fPort: 10,
    confirmed: true,
    ...given,
  }
  const { status, body: made } = await call(createNetworkServer, { as: admin, body })
  assert.equal(status, 200)
  return made.details
}

async function buildDevice(wanted: Wanted = {}) {
  const admin = await signInAs({ role: 'admin' })
  const devEui = nextDevEui()
  const unit = await buildUnit(db, { entity: admin.entity, devEui })
  const server = await connect(admin, wanted)
  const token = { name: 'network server', scopes: ['send-for-units' as const], days: 30 }
  const { secret } = (await call(createProgramToken, { as: admin, body: token })).body.details
  return { admin, devEui, unit, server, headers: { authorization: `Bearer ${secret}` } }
}

type Device = Awaited<ReturnType<typeof buildDevice>>

async function ask({ admin, unit }: Pick<Device, 'admin' | 'unit'>, payload: ActionPayload = '01FF', seconds = 3600) {
  const body = { dataID: unit.dataId, actionClass: 'Unit' as const, payload, expiresInSeconds: seconds }
  const { status, body: sent } = await call(postAction, { as: admin, body })
  assert.equal(status, 200)
  return sent.details.action_id
}

const read = async ({ admin }: Pick<Device, 'admin'>, action_id: number) =>
  (await call(getActionRequest, { as: admin, params: { action_id } })).body.details

/** Waits until a request is as wanted. */
async function until(device: Pick<Device, 'admin'>, id: number, wanted: string) {
  for (let look = 0; look < 400; look += 1) {
    const request = await read(device, id)
    if (placeOf(request) === wanted) return request
    await delay(100)
  }
  return assert.fail(`request ${id} is ${placeOf(await read(device, id))}, not ${wanted}`)
}

function placeOf({ state, status, downlink }: Awaited<ReturnType<typeof read>>): string {
  return [state, status, downlink?.state ?? 'none'].join(' ')
}

async function pushedTo({ devEui }: Pick<Device, 'devEui'>) {
  for (let look = 0; look < 400; look += 1) {
    const found = network.queue.filter(({ path }) => path.toUpperCase().includes(devEui))
    if (found.length > 0) return found
    await delay(100)
  }
  return assert.fail('nothing was pushed')
}

const idsOf = ({ devEui }: Device, device_id = `eui-${devEui.toLowerCase()}`) => ({
  end_device_ids: { device_id, application_ids: { application_id: 'field' }, dev_eui: devEui },
})

const report = (device: Device, message: object) =>
  call(ingestThingsStack, { headers: device.headers, body: { ...idsOf(device), ...message } })

const event = ({ headers, devEui }: Device, kind: string, body: object) =>
  call(ingestChirpStack, {
    headers,
    query: { event: kind },
    body: { deviceInfo: { devEui: devEui.toLowerCase(), applicationId: 'app' }, ...body },
  })

const lastActivity = async ({ dataId }: BuiltUnit) =>
  (await db.selectFrom('unit').select('lastActivityAt').where('dataId', '=', dataId).executeTakeFirstOrThrow())
    .lastActivityAt

describe('a request to a device of The Things Stack', () => {
  it('is queued by its API, and moves by what is reported until the device has acknowledged it', async () => {
    const device = await buildDevice()
    const id = await ask(device)

    const queued = await until(device, id, 'waiting PENDING queued')
    assert.notEqual(queued.sentUTC, null)
    assert.equal(queued.channel, null)
    const [pushed] = await pushedTo(device)
    const { reference, ...frame } = pushed ?? assert.fail()
    const path = `/api/v3/as/applications/field/devices/eui-${device.devEui.toLowerCase()}/down/push`
    assert.deepEqual(frame, { path, hex: '01ff', port: 10, confirmed: true })

    const ids = ['as:downlink:01', reference]
    await report(device, { downlink_queued: { correlation_ids: ids } })
    await report(device, { downlink_sent: { correlation_ids: ids } })
    await until(device, id, 'waiting PENDING sent')
    assert.equal(await lastActivity(device.unit), null)
    await report(device, { downlink_nack: { correlation_ids: ids } })
    await until(device, id, 'waiting PENDING not-acknowledged')
    await report(device, { downlink_sent: { correlation_ids: ids } })
    await report(device, { downlink_ack: { correlation_ids: ids } })
    const done = await until(device, id, 'answered OK acknowledged')
    assert.deepEqual([done.channel, done.result], ['things-stack', null])

    // Reports that come twice, or late, change nothing.
    await report(device, { downlink_ack: { correlation_ids: ids } })
    await report(device, { downlink_queued: { correlation_ids: ids } })
    assert.deepEqual(await read(device, id), done)
    assert.equal((await pushedTo(device)).length, 1)
  })

  it('is pushed to the name by which the device was heard, with the port of the payload', async () => {
    const device = await buildDevice()
    await report(device, {
      end_device_ids: { ...idsOf(device, 'pump 7').end_device_ids },
      uplink_message: { session_key_id: 's', f_port: 1, frm_payload: 'AQ==' },
    })
    const id = await ask(device, { base64: 'AgM=', fPort: 99 })

    await until(device, id, 'waiting PENDING queued')
    const call = network.seen.find(({ path }) => path.includes('pump%207'))
    const [downlink] = (call ?? assert.fail()).body.downlinks ?? []
    assert.deepEqual(
      { ...downlink, correlation_ids: [] },
      { f_port: 99, frm_payload: 'AgM=', confirmed: true, priority: 'NORMAL', correlation_ids: [] },
    )
  })

  it('fails with the reason of the network server, without being a sign of life', async () => {
    const device = await buildDevice()
    const id = await ask(device)
    const [pushed] = await pushedTo(device)

    await report(device, {
      downlink_failed: {
        downlink: { correlation_ids: [pushed?.reference] },
        error: { name: 'too_long', message_format: 'payload is too long' },
      },
    })

    const failed = await until(device, id, 'answered FAILED failed')
    assert.deepEqual([failed.result, failed.downlink?.reason], ['payload is too long', 'payload is too long'])
    assert.equal(failed.handedOverUTC, null)
    assert.equal(await lastActivity(device.unit), null)
  })

  it('counts as handed over once it is sent where the device does not acknowledge', async () => {
    const device = await buildDevice({ given: { confirmed: false } })
    const id = await ask(device)
    const [pushed] = await pushedTo(device)

    await report(device, { downlink_sent: { correlation_ids: [pushed?.reference] } })

    const request = await until(device, id, 'handed-over PENDING sent')
    assert.deepEqual([pushed?.confirmed, request.channel], [false, 'things-stack'])
  })

  it('ends as refused when the network server will never take it', async () => {
    const device = await buildDevice()
    network.misbehave((response) => answer(response, 404, { message: 'end device not found' }))
    const id = await ask(device)

    const refused = await until(device, id, 'answered REFUSED failed')
    assert.match(refused.result ?? '', /404.*end device not found/)
  })
})

describe('a request to a device of ChirpStack', () => {
  it('is queued by its REST API with the time of its expiry, and moves by its events', async () => {
    const device = await buildDevice({ kind: 'chirpstack' })
    const id = await ask(device)
    await until(device, id, 'waiting PENDING queued')
    const path = `/api/devices/${device.devEui.toLowerCase()}/queue`
    const [call] = network.seen.filter((one) => one.path === path)
    assert.deepEqual(call?.body, {
      queueItem: {
        devEui: device.devEui.toLowerCase(),
        confirmed: true,
        fPort: 10,
        data: 'Af8=',
        expiresAt: (await read(device, id)).expiresUTC,
      },
    })

    const [pushed] = await pushedTo(device)
    await event(device, 'txack', { queueItemId: pushed?.reference })
    await until(device, id, 'waiting PENDING sent')
    await event(device, 'ack', { queueItemId: pushed?.reference, acknowledged: true })
    await until(device, id, 'answered OK acknowledged')
  })

  it('ends when the device does not acknowledge it, or the network server drops it', async () => {
    const device = await buildDevice({ kind: 'chirpstack' })
    const first = await ask(device)
    await until(device, first, 'waiting PENDING queued')
    const second = await ask(device, '02')
    await until(device, second, 'waiting PENDING queued')
    const [one, other] = await pushedTo(device)

    await event(device, 'ack', { queueItemId: one?.reference, acknowledged: false })
    await event(device, 'log', {
      level: 'ERROR',
      code: 'DOWNLINK_PAYLOAD_SIZE',
      description: 'Payload exceeds the maximum size',
      context: { queue_item_id: other?.reference },
    })

    await until(device, first, 'answered NOT_ACKNOWLEDGED not-acknowledged')
    const dropped = await until(device, second, 'answered FAILED failed')
    assert.equal(dropped.result, 'Payload exceeds the maximum size')
  })

  it('takes reports that come before the answer to the push', async () => {
    const device = await buildDevice({ kind: 'chirpstack', given: { confirmed: false } })
    const reported = Promise.withResolvers<void>()
    network.misbehave((response) => {
      void event(device, 'txack', { queueItemId: 'early' }).then(() => {
        answer(response, 200, { id: 'early' })
        reported.resolve()
      }, reported.reject)
    })
    const id = await ask(device)
    await reported.promise

    await until(device, id, 'handed-over PENDING sent')
  })

  it('is not queued twice when the answer to the push was lost', async () => {
    const device = await buildDevice({ kind: 'chirpstack' })
    network.misbehave((response, pushed) => {
      network.queue.push(pushed)
      response.destroy()
    })
    const id = await ask(device)
    const [pushed] = await pushedTo(device)
    await waitForFailure(device)
    clock.advance(MINUTE_MS)

    await until(device, id, 'waiting PENDING queued')
    await event(device, 'ack', { queueItemId: pushed?.reference, acknowledged: true })
    await until(device, id, 'answered OK acknowledged')
    assert.equal((await pushedTo(device)).length, 1)
  })
})

async function waitForFailure({ admin }: Pick<Device, 'admin'>) {
  for (let look = 0; look < 400; look += 1) {
    const [server] = (await call(listNetworkServers, { as: admin, query: {} })).body.details
    if (server?.lastError !== null && server?.lastError !== undefined) return server
    await delay(100)
  }
  return assert.fail('the network server is not failing')
}

describe('what a device gets', () => {
  it('is encoded by the codec of its template', async () => {
    const device = await buildDevice()
    const id = `codec-${device.devEui}` as TemplateId
    const { entity, userId } = { entity: device.admin.entity, userId: device.admin.userId }
    const template = { id, entityId: entity, definition: { title: 'Valve' }, createdBy: userId, createdAt: 0 }
    await createTemplateStore(db).create(template)
    await db.updateTable('unit').set({ defaultTemplate: id }).where('dataId', '=', device.unit.dataId).execute()
    const { version } = (await call(getTemplateCodec, { as: device.admin, params: { id } })).body.details
    const code = `function encodeDownlink({ data }) {
      if (data.Reboot) return { bytes: new Uint8Array([0xff]), fPort: 3 }
      if (data.valve === undefined) return { errors: ['valve is missing'] }
      return { bytes: [data.valve] }
    }`
    await call(changeTemplateCodec, { as: device.admin, params: { id }, body: { code, version } })

    const opened = await ask(device, { valve: 1 })
    const restarted = await ask(device, 'Reboot')
    const wrong = await ask(device, { tap: 1 })

    await until(device, opened, 'waiting PENDING queued')
    await until(device, restarted, 'waiting PENDING queued')
    const refused = await until(device, wrong, 'answered UNSUPPORTED failed')
    assert.equal(refused.result, 'valve is missing')
    assert.deepEqual(
      (await pushedTo(device)).map(({ hex, port }) => [hex, port]),
      [
        ['01', 10],
        ['ff', 3],
      ],
    )
  })

  it('is refused without a codec, when it is too long, and for a port that devices do not have', async () => {
    const device = await buildDevice()
    const rows: readonly [payload: ActionPayload, result: RegExp][] = [
      ['Reboot', /no codec/],
      [{ hex: '00'.repeat(243) }, /at most 242 bytes/],
      [{ hex: '00', fPort: 224 }, /from 1 to 223/],
      [{ base64: 'no base64!' }, /neither hexadecimal digits nor base64/],
    ]
    for (const [payload, result] of rows) {
      const id = await ask(device, payload)
      assert.match((await until(device, id, 'answered UNSUPPORTED failed')).result ?? '', result)
    }
    assert.equal(
      network.queue.some(({ path }) => path.toUpperCase().includes(device.devEui)),
      false,
    )
  })
})

describe('a request whose network server is away', () => {
  it('waits, is sent when the server is back, and never after its expiry or once it was cancelled', async () => {
    const device = await buildDevice()
    network.misbehave((response) => answer(response, 503, {}))
    const [kept, cancelled, expiring] = [await ask(device), await ask(device, '02'), await ask(device, '03', 30)]
    const failing = await waitForFailure(device)
    assert.match(failing.lastError ?? '', /503/)
    assert.equal((await read(device, kept)).state, 'waiting')

    await call(cancelAction, { as: device.admin, params: { action_id: cancelled } })
    clock.advance(MINUTE_MS)

    await until(device, kept, 'waiting PENDING queued')
    await until(device, expiring, 'expired TIMEOUT none')
    const [server] = (await call(listNetworkServers, { as: device.admin, query: {} })).body.details
    assert.deepEqual([server?.lastError, server?.failingSinceUTC], [null, null])
    assert.deepEqual(
      (await pushedTo(device)).map(({ hex }) => hex),
      ['01ff'],
    )
  })

  it('does not hold up other devices when its API key is wrong', async () => {
    const device = await buildDevice({ given: { key: 'wrong' } })
    const id = await ask(device)
    const failing = await waitForFailure(device)
    assert.match(failing.lastError ?? '', /401/)
    assert.equal((await read(device, id)).state, 'waiting')
  })

  it('goes nowhere when the unit is deactivated, and the user who sent it may not any more', async () => {
    const [device, other] = [await buildDevice(), await buildDevice()]
    const unavailable: Misbehaviour = (response) => answer(response, 503, {})
    for (const misbehaviour of [unavailable, unavailable]) network.misbehave(misbehaviour)
    const ids = [await ask(device), await ask(other)]
    await Promise.all([waitForFailure(device), waitForFailure(other)])
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', device.unit.dataId).execute()
    await db.updateTable('appUser').set({ role: 'viewer' }).where('id', '=', other.admin.userId).execute()

    clock.advance(MINUTE_MS)

    const states = async () =>
      (await db.selectFrom('actionRequest').select('notSentReason').where('id', 'in', ids).orderBy('id').execute()).map(
        (row) => row.notSentReason,
      )
    for (let look = 0; look < 400 && (await states()).includes(null); look += 1) await delay(100)
    assert.deepEqual(await states(), ['deactivated', 'not-permitted'])
    assert.equal(
      network.queue.some(({ path }) => [device, other].some(({ devEui }) => path.toUpperCase().includes(devEui))),
      false,
    )
  })
})

describe('the network server of a request', () => {
  it('is the one by which the device was heard, else the nearest above all entities of the unit', async () => {
    const top = await buildEntity(db)
    const below = await buildEntity(db, { parentId: top })
    const stranger = await signInAs({ role: 'admin' })
    const admin = await signInAs({ role: 'admin', entity: top })
    await connect(stranger, { given: { application: 'strange' } })
    await connect(admin, { given: { application: 'top' } })
    const devEui = nextDevEui()
    const unit = await buildUnit(db, { entity: below, devEui })
    const device = { admin, unit, devEui }
    await until(device, await ask(device), 'waiting PENDING queued')
    await call(createNetworkServer, {
      as: admin,
      body: {
        entity: below,
        name: 'Near',
        kind: 'things-stack',
        url: network.url,
        key: KEY,
        application: 'near',
        fPort: 1,
        confirmed: true,
      },
    })
    await until(device, await ask(device, '02'), 'waiting PENDING queued')
    const side = await buildEntity(db, { parentId: top })
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: side }).execute()
    await until(device, await ask(device, '03'), 'waiting PENDING queued')
    await db.deleteFrom('unitEntity').where('entityId', '=', side).execute()
    await db
      .insertInto('lorawanDevice')
      .values({ dataId: unit.dataId, door: 'things-stack', application: 'top', device: `x-${devEui}` })
      .execute()
    await until(device, await ask(device, '04'), 'waiting PENDING queued')

    const applications = (await pushedTo(device)).map(({ path }) => path.split('/')[5])
    assert.deepEqual(applications, ['top', 'near', 'top', 'top'])
  })
})
