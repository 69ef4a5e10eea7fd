import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { changeTemplateCodec, getTemplateCodec, testCodec } from '../contract/template-codec.ts'
import { ingestChirpStack, ingestThingsStack } from '../contract/uplink-endpoints.ts'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import * as chirpStack from './testing/chirpstack-frames.ts'
import * as thingsStack from './testing/things-stack-frames.ts'

const database = await createTestDatabase()
const { db, call, clock, signInAs } = await createTestApp({ database })
const second = await createTestApp({ database })

let devices = 0
/** A device of its own for each test. */
function nextDevEui(): string {
  devices += 1
  return devices.toString(16).toUpperCase().padStart(16, '0')
}

async function tokenOf(admin: SignedInUser) {
  const body = { name: 'network server', scopes: ['send-for-units' as const], days: 30 }
  const { body: made } = await call(createProgramToken, { as: admin, body })
  return { authorization: `Bearer ${made.details.secret}` }
}

async function buildDevice() {
  const admin = await signInAs({ role: 'admin' })
  const devEui = nextDevEui()
  const unit = await buildUnit(db, { entity: admin.entity, devEui })
  return { admin, devEui, unit, headers: await tokenOf(admin) }
}

const ofThingsStack = (devEui: string, message: object) => ({
  ...message,
  end_device_ids: { ...thingsStack.UPLINK.end_device_ids, dev_eui: devEui },
})

const ofChirpStack = (devEui: string, event: object) => ({ ...event, deviceInfo: { devEui: devEui.toLowerCase() } })

const stored = async (unit: BuiltUnit) =>
  (await listRecords(db, unit)).map(({ name, at, fields }) => ({ name, at: new Date(at).toISOString(), fields }))

const rejected = (unit: BuiltUnit) =>
  db
    .selectFrom('rejectedMessage')
    .select(['source', 'channel', 'code', 'message', 'payload'])
    .where('dataId', '=', unit.dataId)
    .execute()

describe('webhooks of LoRaWAN network servers', () => {
  it('store what a device sent, by its devEUI, at the time of the message', async () => {
    const { devEui, unit, headers } = await buildDevice()

    const first = await call(ingestThingsStack, { headers, body: ofThingsStack(devEui, thingsStack.UPLINK) })
    const other = await call(ingestChirpStack, {
      headers,
      query: { event: 'up' },
      body: ofChirpStack(devEui, { ...chirpStack.UP, object: { level: 3, gps: { latitude: 47.1, longitude: 8.2 } } }),
    })

    assert.deepEqual([first.status, first.body.details.stored], [200, 2])
    assert.deepEqual([other.status, other.body.details.stored], [200, 3])
    const records = await stored(unit)
    assert.deepEqual(
      records.map(({ name, at }) => `${name} ${at}`),
      [
        'location 2022-07-18T09:34:15.775Z',
        'lorawan 2020-02-12T15:15:45.787Z',
        'lorawan 2022-07-18T09:34:15.775Z',
        'lorawan_radio 2020-02-12T15:15:45.787Z',
        'lorawan_radio 2022-07-18T09:34:15.775Z',
      ],
    )
    assert.deepEqual(records[1]?.fields, { luminosity: 0.64, temperature: 1 })
  })

  it('store copies once, of two servers and after a lost answer, also with another time', async () => {
    const { devEui, unit, headers } = await buildDevice()
    const body = ofThingsStack(devEui, thingsStack.UPLINK)
    const { settings: _settings, received_at: _received, ...uplink } = thingsStack.UPLINK.uplink_message

    const atOnce = await Promise.all([
      call(ingestThingsStack, { headers, body }),
      second.call(ingestThingsStack, { headers, body }),
    ])
    const late = await second.call(ingestThingsStack, {
      headers,
      body: { ...body, received_at: '2020-02-12T15:20:00Z', uplink_message: uplink },
    })

    assert.deepEqual(
      [...atOnce, late].map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(late.body.details.stored, 0)
    assert.equal((await stored(unit)).length, 2)
    clock.advance(25 * 60 * 60_000)
    const again = await call(ingestThingsStack, {
      headers,
      body: { ...body, received_at: '2020-02-13T16:00:00Z', uplink_message: uplink },
    })
    assert.equal(again.body.details.stored, 2)
  })

  it('answer 200 for an unknown device and one of another entity, and keep their messages for the entity of the sender', async () => {
    const { admin, headers } = await buildDevice()
    const stranger = await buildDevice()
    const devEuis = [nextDevEui(), stranger.devEui]
    for (const devEui of devEuis) {
      const answer = await call(ingestThingsStack, { headers, body: ofThingsStack(devEui, thingsStack.UPLINK) })
      assert.equal(answer.status, 200)
      assert.equal(answer.body.status, 'error')
      assert.equal(answer.body.details.refused[0]?.code, 'unit/not-found')
    }
    assert.deepEqual(await stored(stranger.unit), [])
    const messages = await db
      .selectFrom('capturedMessage')
      .select('topic')
      .where('entityId', '=', admin.entity)
      .orderBy('id', 'desc')
      .execute()
    assert.deepEqual(
      messages.map(({ topic }) => topic),
      devEuis.toReversed().map((devEui) => `things-stack/${devEui}`),
    )
  })

  it('judge each of many uplinks that come at once by its own token, and none by a token that was revoked before', async () => {
    const [one, other] = [await buildDevice(), await buildDevice()]
    const neighbour = await signInAs({ role: 'admin' })
    const shared = await buildUnit(db, { entity: one.admin.entity, devEui: nextDevEui() })
    await db.insertInto('unitEntity').values({ dataId: shared.dataId, entityId: neighbour.entity }).execute()
    const post = ({ authorization }: { authorization: string }, devEui: string, fCnt: number) =>
      call(ingestChirpStack, {
        headers: { authorization },
        query: { event: 'up' },
        body: ofChirpStack(devEui, { ...chirpStack.UP, deduplicationId: `${devEui}-${fCnt}`, fCnt }),
      })
    const sharedEui = devices.toString(16).toUpperCase().padStart(16, '0')

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, fCnt) => [
        post(one.headers, one.devEui, fCnt),
        post(other.headers, other.devEui, fCnt),
        post(one.headers, other.devEui, fCnt),
        post(other.headers, one.devEui, fCnt),
        post(one.headers, sharedEui, fCnt),
      ]).flat(),
    )
    const codes = answers.map(({ body }) => (body.details.stored === 2 ? 'stored' : body.details.refused[0]?.code))
    assert.deepEqual(
      codes,
      Array.from({ length: 20 }, () => ['stored', 'stored', 'unit/not-found', 'unit/not-found', 'unit/shared']).flat(),
    )

    await db.updateTable('unit').set({ active: false }).where('dataId', '=', other.unit.dataId).execute()
    clock.advance(6_000)
    await db.deleteFrom('programToken').where('entityId', 'is', null).where('userId', '=', one.admin.userId).execute()
    const [revoked, deactivated] = await Promise.all([
      post(one.headers, one.devEui, 21),
      post(other.headers, other.devEui, 21),
    ])
    assert.equal(revoked.status, 401)
    assert.equal(deactivated.body.details.refused[0]?.code, 'unit/deactivated')
  })

  it('keep what cannot be read among the refused messages of the device', async () => {
    const { devEui, unit, headers } = await buildDevice()
    const answers = [
      await call(ingestThingsStack, { headers, body: ofThingsStack(devEui, { uplink_message: { f_port: 'x' } }) }),
      await call(ingestChirpStack, { headers, query: { event: 'new' }, body: ofChirpStack(devEui, {}) }),
      await call(ingestThingsStack, { headers, body: {} }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.deepEqual(
      (await rejected(unit)).map(({ channel, code }) => [channel, code]),
      [
        ['things-stack', 'request/invalid'],
        ['chirpstack', 'request/invalid'],
      ],
    )
  })

  it('refuse a sender without a token, with a wrong one, and without the scope', async () => {
    const { admin, devEui, unit } = await buildDevice()
    const { body: made } = await call(createProgramToken, {
      as: admin,
      body: { name: 'reader', scopes: ['read'], days: 1 },
    })
    const body = ofChirpStack(devEui, chirpStack.UP)
    const rows: readonly [headers: Record<string, string>, status: number][] = [
      [{}, 401],
      [{ authorization: 'Bearer wrong' }, 401],
      [{ authorization: `Bearer ${made.details.secret}` }, 403],
    ]
    for (const [headers, status] of rows)
      assert.equal((await call(ingestChirpStack, { headers, query: { event: 'up' }, body })).status, status)
    assert.deepEqual(await stored(unit), [])
  })

  it('take the codec of the template before the values of the network server, and keep bytes that it cannot read', async () => {
    const { admin, devEui, unit, headers } = await buildDevice()
    const id = `codec-${devEui}` as TemplateId
    const definition = { title: 'Sensor' }
    await createTemplateStore(db).create({
      id,
      entityId: admin.entity,
      definition,
      createdBy: admin.userId,
      createdAt: 0,
    })
    await db.updateTable('unit').set({ defaultTemplate: id }).where('dataId', '=', unit.dataId).execute()
    const codec = `function decodeUplink({ bytes }) {
      if (bytes.length !== 3) throw new Error('3 bytes are expected')
      return { data: { raw: bytes[0] } }
    }`
    const { version } = (await call(getTemplateCodec, { as: admin, params: { id } })).body.details
    const changed = await call(changeTemplateCodec, { as: admin, params: { id }, body: { code: codec, version } })
    assert.equal(changed.status, 200)
    const outdated = await call(changeTemplateCodec, { as: admin, params: { id }, body: { code: '', version } })
    assert.equal(outdated.failure.code, 'template/changed')
    const tried = await call(testCodec, { as: admin, body: { code: codec, bytes: '82 41 DE', port: 1 } })
    assert.deepEqual(tried.body.details, { data: { raw: 0x82 }, warnings: [], problem: null })

    const uplink = { ...thingsStack.UPLINK, uplink_message: { ...thingsStack.UPLINK.uplink_message, f_port: 1 } }
    await call(ingestThingsStack, { headers, body: ofThingsStack(devEui, uplink) })
    const failing = await call(ingestChirpStack, {
      headers,
      query: { event: 'up' },
      body: ofChirpStack(devEui, { ...chirpStack.UP, object: { level: 3 } }),
    })

    assert.equal(failing.body.status, 'partial_success')
    const values = (await stored(unit)).filter(({ name }) => name === 'lorawan')
    assert.deepEqual(
      values.map(({ fields }) => fields),
      [{ raw: 0x82 }, { f_port: 1, payload: 'aa' }],
    )
    assert.deepEqual(await rejected(unit), [
      {
        source: 'lorawan',
        channel: 'chirpstack',
        code: 'record/codec-failed',
        message: '3 bytes are expected',
        payload: '1 aa',
      },
    ])
  })

  it('store what a device sends that restarted within its session, although it looks like what it sent before', async () => {
    const { devEui, unit, headers } = await buildDevice()
    const body = ofThingsStack(devEui, thingsStack.UPLINK)
    const { settings: _settings, received_at: _received, ...uplink } = thingsStack.UPLINK.uplink_message
    const at = (received: string) => ({ ...body, received_at: received, uplink_message: uplink })
    const times = ['2020-02-12T15:16:00Z', '2020-02-12T15:25:00Z', '2020-02-12T17:00:00Z', '2020-02-12T17:00:05Z']

    const counts: number[] = []
    for (const received of times)
      counts.push((await call(ingestThingsStack, { headers, body: at(received) })).body.details.stored)

    assert.deepEqual(counts, [2, 0, 2, 0])
    assert.equal((await stored(unit)).length, 4)
  })

  it('keep the bytes of an uplink whose values cannot be stored, and say why', async () => {
    const { devEui, unit, headers } = await buildDevice()
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, index]))
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`) as object
    const objects = [many, { text: 'a\0b' }, deep, { list: 'x'.repeat(70_000) }]

    for (const [fCnt, object] of objects.entries()) {
      const body = ofChirpStack(devEui, {
        ...chirpStack.UP,
        deduplicationId: `${devEui}-${fCnt}`,
        time: timeOf(fCnt),
        object,
      })
      assert.equal(
        (await call(ingestChirpStack, { headers, query: { event: 'up' }, body })).body.status,
        'partial_success',
      )
    }

    const values = (await stored(unit)).filter(({ name }) => name === 'lorawan')
    assert.deepEqual(
      values.map(({ fields }) => fields),
      objects.map(() => ({ f_port: 1, payload: 'aa' })),
    )
    assert.deepEqual(
      (await rejected(unit)).map(({ code }) => code),
      ['record/too-many-fields', 'record/text-invalid', 'record/value-invalid', 'record/too-large'],
    )
  })

  it('decode neither commands for the network nor empty payloads by a codec, and take no values of them', async () => {
    const { admin, devEui, unit, headers } = await buildDevice()
    const id = `codec-${devEui}` as TemplateId
    const definition = { title: 'Sensor' }
    await createTemplateStore(db).create({
      id,
      entityId: admin.entity,
      definition,
      createdBy: admin.userId,
      createdAt: 0,
    })
    await db.updateTable('unit').set({ defaultTemplate: id }).where('dataId', '=', unit.dataId).execute()
    const code = 'function decodeUplink({ fPort }) { return { data: { port: fPort } } }'
    await db.insertInto('templateCodec').values({ templateId: id, code }).execute()

    const events = [{ fPort: 0 }, { data: '' }, { fPort: undefined, data: undefined }, { fPort: 7 }]
    for (const [fCnt, event] of events.entries()) {
      const body = {
        ...chirpStack.UP,
        deduplicationId: `${devEui}-${fCnt}`,
        time: timeOf(fCnt),
        object: { level: 3 },
        ...event,
      }
      await call(ingestChirpStack, { headers, query: { event: 'up' }, body: ofChirpStack(devEui, body) })
    }

    const records = await stored(unit)
    assert.deepEqual(
      records.filter(({ name }) => name === 'lorawan').map(({ fields }) => fields),
      [{ f_port: 0, payload: 'aa' }, { port: 7 }],
    )
    assert.equal(records.filter(({ name }) => name === 'lorawan_radio').length, 4)
  })
})

const timeOf = (fCnt: number): string => new Date(Date.UTC(2022, 6, 18, 9, fCnt)).toISOString()
