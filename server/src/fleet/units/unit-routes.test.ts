import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { DataId, EntityId, LabelId, SessionId, SourceName, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import type { Role } from '@fieldwatch/contract/people/users'
import { type DataDocument, SENSOR_SOURCES } from '@fieldwatch/contract/units/units'
import { UnitColumns } from '@fieldwatch/contract/units/unit-columns'
import { buildApp } from '#app.ts'
import { type BusEvents, createInProcessBus } from '#platform/bus/bus.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createImages } from '#platform/files/images.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createPlaces } from '#fleet/gazetteer/places.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createMemoryStorage } from '#testing/memory-storage.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createUnitStore } from './unit-store.ts'
import { createFleetReader } from './fleet-reader.ts'
import { registerUnitRoutes } from './unit-routes.ts'
import { hashUnitToken } from './unit-token.ts'

const NOW = Date.UTC(2026, 4, 6, 12)
const own = 'own' as EntityId
const sub = 'sub' as EntityId
const foreign = 'foreign' as EntityId

const { db } = await createTestDatabase()
const units = createUnitStore(db)
const templates = createTemplateStore(db)
for (const id of [own, sub, foreign]) await db.insertInto('entity').values({ id, name: id, parentId: null }).execute()
await templates.create({ id: 'ours' as TemplateId, entityId: own, definition: { title: 'Ours' } })
await templates.create({ id: 'theirs' as TemplateId, entityId: foreign, definition: { title: 'Theirs' } })
await addUnit('pump', [own])
await addUnit('below', [sub])
await addUnit('shared', [own, foreign])
await addUnit('secret', [foreign])

const events: { kind: keyof BusEvents; event: unknown }[] = []
const bus = createInProcessBus(silentLog)
for (const kind of ['unit-changed', 'unit-access-changed'] as const) {
  bus.subscribe(kind, (event) => events.push({ kind, event }))
}
const storage = createMemoryStorage()
const images = createImages({ db, storage, clock: () => NOW, random: systemRandom, log: silentLog })
const places = createPlaces({ log: silentLog })
after(() => places.close())
const { log, lines } = createRecordedLog()
const app = await buildApp({
  authenticator: { authenticate: async (authorization) => callerOf(authorization), reload: async (caller) => caller },
  metrics: createMetrics(),
  log,
  trustProxy: false,
  mapOrigins: [],
  googleMaps: false,
  frameOrigins: () => [],
  register: (features) => {
    const fleet = createFleetReader({ units, places })
    registerUnitRoutes(features, {
      db,
      bus,
      followChange: async () => () => undefined,
      clock: () => NOW,
      random: systemRandom,
      images,
      places,
      fleet,
    })
  },
})
after(() => app.close())

function callerOf(authorization: string | undefined): Caller {
  const role = authorization?.replace('Bearer ', '')
  const person = { userId: role as UserId, sessionId: 'session' as SessionId, permissions: [], entity: own }
  if (role === 'newcomer') return { ...person, role: 'viewer', reach: [], viewing: [] }
  if (role !== 'admin' && role !== 'viewer') throw new DomainError('auth/missing-token')
  return role === 'admin'
    ? { ...person, role, reach: [own, sub], viewing: [own] }
    : { ...person, role, reach: [own], viewing: [own] }
}

async function addUnit(dataId: string, entities: EntityId[]): Promise<void> {
  await units.create({
    dataId: dataId as DataId,
    friendlyName: dataId,
    entities,
    tokenHash: Buffer.alloc(32),
    createdAt: 0,
  })
}

async function call(role: Role | 'newcomer' | undefined, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const headers = role === undefined ? {} : { authorization: `Bearer ${role}` }
  const reply = await app.inject({ method, url: `/api/v1/${path}`, headers, ...(body ? { payload: body } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}

function failure(reply: { status: number; body: { code: string } }) {
  return [reply.status, reply.body.code]
}

async function audited(action: string, subjectId: string) {
  const rows = await db.selectFrom('auditLog').selectAll().where('action', '=', action).execute()
  return rows.filter((row) => row.subjectId === subjectId)
}

describe('GET devices', () => {
  test('without credentials is refused', async () => {
    assert.deepEqual(failure(await call(undefined, 'GET', 'devices')), [401, 'auth/missing-token'])
  })

  // spec 1-1-01, 1-1-03, 1-6-08, 1-7-08
  test('lists the units of the viewing entities, naming no entity out of reach', async () => {
    const { body } = await call('admin', 'GET', 'devices')
    const documents: DataDocument[] = body.details
    assert.deepEqual(
      documents.map(({ dataID, entities }) => ({ dataID, entities })),
      [
        { dataID: 'pump', entities: [own] },
        { dataID: 'shared', entities: [own] },
      ],
    )
  })

  test('returns the place that a unit is nearest to, and none for a unit without a position', async () => {
    await addUnit('truck', [own])
    await db
      .updateTable('unit')
      .set({ currentLat: 55.195, currentLon: -1.6878 })
      .where('dataId', '=', 'truck' as DataId)
      .execute()
    const truck = await call('admin', 'GET', 'devices?dataID=truck')
    const pump = await call('admin', 'GET', 'devices?dataID=pump')
    await db
      .deleteFrom('unit')
      .where('dataId', '=', 'truck' as DataId)
      .execute()

    assert.deepEqual(truck.body.details.nearestPlace, { name: 'Morpeth', distanceKm: 3, direction: 'north' })
    assert.equal(pump.body.details.nearestPlace, null)
  })

  test("with another entity's dataID answers as for a unit that does not exist", async () => {
    const secret = await call('admin', 'GET', 'devices?dataID=secret')
    const nothing = await call('admin', 'GET', 'devices?dataID=nothing')
    assert.deepEqual(failure(secret), [404, 'unit/not-found'])
    assert.deepEqual(secret.body, nothing.body)
  })

  test('with something that is no dataID is invalid', async () => {
    assert.deepEqual(failure(await call('admin', 'GET', "devices?dataID='--")), [400, 'request/invalid'])
  })

  // spec 1-8-26, 2-8-19
  test('logs that no units were found', async () => {
    lines.length = 0
    await call('admin', 'GET', 'devices')
    await call('admin', 'GET', 'devices?dataID=below')
    assert.deepEqual(lines, [])

    const list = await call('newcomer', 'GET', 'devices')
    await call('admin', 'GET', 'devices?dataID=secret')

    assert.deepEqual(list.body.details, [])
    assert.deepEqual(
      lines.map(({ msg, userId, dataID }) => [msg, userId, dataID]),
      [
        ['No units found', 'newcomer', undefined],
        ['No units found', 'admin', 'secret'],
      ],
    )
  })

  // spec 1-3-21, 1-6-08, 1-7-09, 1-7-14, 1-7-15, 2-7-52
  test('with a dataID returns that unit, of any entity in reach', async () => {
    const { status, body } = await call('admin', 'GET', 'devices?dataID=below')
    assert.equal(status, 200)
    assert.equal(body.details.dataID, 'below')
    assert.equal(body.details.lastActivityUTC, null)
  })
})

describe('GET devices/columns', () => {
  test('without credentials is refused', async () => {
    assert.deepEqual(failure(await call(undefined, 'GET', 'devices/columns')), [401, 'auth/missing-token'])
  })

  test('has of each unit what its document has, in the shape of the contract', async () => {
    await addUnit('odd', [own, foreign])
    const odd = {
      friendlyName: '"\\ \u2028 {Ø},é',
      lastActivityAt: new Date('2026-03-01T12:00:00.120Z'),
      lastMessage: 'tank' as SourceName,
      currentLat: 55.195,
      currentLon: -1.6878,
    }
    await db
      .updateTable('unit')
      .set(odd)
      .where('dataId', '=', 'odd' as DataId)
      .execute()
    const created = { createdBy: null, createdAt: new Date(0) }
    await db
      .insertInto('label')
      .values([
        { id: 'near' as LabelId, entityId: own, name: 'Near', colour: 'red', ...created },
        { id: 'far' as LabelId, entityId: foreign, name: 'Far', colour: 'red', ...created },
      ])
      .execute()
    await db
      .insertInto('unitLabel')
      .values([
        { dataId: 'odd' as DataId, labelId: 'near' as LabelId },
        { dataId: 'odd' as DataId, labelId: 'far' as LabelId },
      ])
      .execute()

    const documents: DataDocument[] = (await call('admin', 'GET', 'devices')).body.details
    const columns = UnitColumns.parse((await call('admin', 'GET', 'devices/columns')).body.details)

    await db
      .deleteFrom('unit')
      .where('dataId', '=', 'odd' as DataId)
      .execute()
    const listed = columns.dataID.map((_, place) =>
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[place]])),
    )
    const expected = documents.map((document) => {
      const members = Object.entries({ sharedWith: null, labels: null, ...document })
      return Object.fromEntries(members.filter(([name]) => name in columns))
    })
    const all = new Set(documents.flatMap((document) => Object.keys(document)))
    const omitted = [...all].filter((name) => !(name in columns))
    assert.deepEqual(omitted.toSorted(), ['apps', 'description', 'pausedData', 'version'])
    const byId = (one: Record<string, unknown>, other: Record<string, unknown>): number =>
      String(one['dataID']).localeCompare(String(other['dataID']))
    assert.deepEqual(listed.toSorted(byId), expected.toSorted(byId))
    assert.deepEqual(listed.find(({ dataID }) => dataID === 'odd')?.['labels'], ['near'])
  })

  test('is empty for someone whose entities have no units', async () => {
    assert.deepEqual((await call('newcomer', 'GET', 'devices/columns')).body.details.dataID, [])
  })
})

describe('GET devices/all', () => {
  test('without credentials is refused', async () => {
    assert.equal((await call(undefined, 'GET', 'devices/all')).status, 401)
  })

  test('for another entity answers as for one that does not exist', async () => {
    const theirs = await call('viewer', 'GET', 'devices/all?entity=foreign')
    assert.deepEqual(failure(theirs), [404, 'entity/not-found'])
    assert.deepEqual(theirs.body, (await call('viewer', 'GET', 'devices/all?entity=nothing')).body)
  })

  // spec 2-7-46
  test('lists id, name and state of the units of an entity in reach, or of all', async () => {
    const one = await call('admin', 'GET', 'devices/all?entity=sub')
    assert.deepEqual(one.body.details, [{ id: 'below', friendlyName: 'below', active: true }])
    const all = await call('admin', 'GET', 'devices/all')
    assert.deepEqual(
      all.body.details.map(({ id }: { id: string }) => id),
      ['below', 'pump', 'shared'],
    )
  })

  test('finds the first that have a text in their name or dataID, or show a template', async () => {
    const found = async (query: string): Promise<string[]> =>
      (await call('admin', 'GET', `devices/all?${query}`)).body.details.map(({ id }: { id: string }) => id)

    assert.deepEqual(await found('search=ELO'), ['below'])
    assert.deepEqual(await found('search=secret'), [])
    assert.deepEqual(await found('search=%25'), [])
    assert.deepEqual(await found('limit=1'), ['below'])
    assert.deepEqual(await found('entity=sub&search=pump'), [])
    assert.deepEqual(await found('template=nothing'), [])
    assert.deepEqual(await found('only=pump,nothing,secret'), ['pump'])
    assert.equal((await call('admin', 'GET', 'devices/all?limit=0')).status, 400)
  })
})

describe('POST devices', () => {
  const wanted = { dataID: 'new-1', friendlyName: 'New', entities: [sub] }

  test('without credentials is refused', async () => {
    assert.equal((await call(undefined, 'POST', 'devices', wanted)).status, 401)
  })

  test('by a viewer is forbidden', async () => {
    assert.deepEqual(failure(await call('viewer', 'POST', 'devices', wanted)), [403, 'access/forbidden'])
  })

  test('for another entity, or with its template, answers as for what does not exist', async () => {
    const entity = await call('admin', 'POST', 'devices', { ...wanted, entities: [own, foreign] })
    assert.deepEqual(failure(entity), [404, 'entity/not-found'])
    const template = await call('admin', 'POST', 'devices', { ...wanted, defaultTemplate: 'theirs' })
    assert.deepEqual(failure(template), [404, 'template/not-found'])
  })

  for (const wrong of [{ dataID: 'a/b' }, { friendlyName: ' ' }, { entities: [] }]) {
    test(`with ${JSON.stringify(wrong)} is invalid`, async () => {
      const reply = await call('admin', 'POST', 'devices', { ...wanted, ...wrong })
      assert.deepEqual(failure(reply), [400, 'request/invalid'])
    })
  }

  test('with a dataID that is taken is a conflict, which names no unit of another entity', async () => {
    const known = await call('admin', 'POST', 'devices', { ...wanted, dataID: 'pump' })
    assert.deepEqual(failure(known), [409, 'unit/exists'])
    const secret = await call('admin', 'POST', 'devices', { ...wanted, dataID: 'secret' })
    assert.deepEqual(failure(secret), [409, 'unit/id-unavailable'])
    assert.deepEqual(secret.body, (await call('admin', 'POST', 'devices', { ...wanted, dataID: 'all' })).body)
  })

  test('adds the unit, keeps its token hashed, says so and writes it to the audit log', async () => {
    const { status, body } = await call('admin', 'POST', 'devices', { ...wanted, defaultTemplate: 'ours' })
    assert.equal(status, 200)
    const access = await units.findAccess('new-1' as DataId)
    assert.deepEqual(access?.tokenHash, hashUnitToken(body.details.token))
    assert.deepEqual(events.pop(), { kind: 'unit-changed', event: { dataId: 'new-1' } })
    const [entry] = await audited('create unit', 'new-1')
    assert.equal(entry?.userId, 'admin')
    assert.equal(entry?.entityId, sub)
    assert.equal(JSON.stringify(entry).includes(body.details.token), false)
  })
})

describe('POST devices/:dataID/token', () => {
  test('without credentials, by a viewer and for units out of reach is refused', async () => {
    assert.equal((await call(undefined, 'POST', 'devices/pump/token')).status, 401)
    assert.equal((await call('viewer', 'POST', 'devices/pump/token')).status, 403)
    assert.deepEqual(failure(await call('admin', 'POST', 'devices/secret/token')), [404, 'unit/not-found'])
    assert.deepEqual(failure(await call('admin', 'POST', 'devices/nothing/token')), [404, 'unit/not-found'])
  })

  test('gives another token, notifies the ingest endpoints, and is in the audit log', async () => {
    const first = await call('admin', 'POST', 'devices/pump/token')
    const second = await call('admin', 'POST', 'devices/pump/token')
    assert.notEqual(second.body.details.token, first.body.details.token)
    const access = await units.findAccess('pump' as DataId)
    assert.deepEqual(access?.tokenHash, hashUnitToken(second.body.details.token))
    assert.deepEqual(events.pop(), { kind: 'unit-access-changed', event: { dataId: 'pump', connectionsEnd: true } })
    assert.equal((await audited('rotate unit token', 'pump')).length, 2)
  })
})

describe('PUT devices/paused-data', () => {
  const body = { dataID: 'pump', pausedData: ['sensor_PAGESensor'] }

  // spec 2-6-02
  test('without credentials, by a viewer, for units out of reach and with bad names is refused', async () => {
    assert.equal((await call(undefined, 'PUT', 'devices/paused-data', body)).status, 401)
    assert.equal((await call('viewer', 'PUT', 'devices/paused-data', body)).status, 403)
    const secret = await call('admin', 'PUT', 'devices/paused-data', { ...body, dataID: 'secret' })
    assert.deepEqual(failure(secret), [404, 'unit/not-found'])
  })

  for (const wrong of [
    { pausedData: ['a b'] },
    { pausedData: ['action_result'] },
    { pause: ['action_request'] },
    {},
    { pause: ['level'], pausedData: ['level'] },
    { pause: ['level'], resume: ['level'] },
  ]) {
    test(`with ${JSON.stringify(wrong)} is invalid`, async () => {
      const reply = await call('admin', 'PUT', 'devices/paused-data', { dataID: 'pump', ...wrong })
      assert.deepEqual(failure(reply), [400, 'request/invalid'])
    })
  }

  // spec 1-7-14, 2-1-06, 2-3-19, 2-7-52
  test('keeps the paused collections, returns the document, publishes it and is in the audit log', async () => {
    const reply = await call('admin', 'PUT', 'devices/paused-data', body)
    assert.deepEqual(reply.body.details.pausedData, ['sensor_PAGESensor'])
    const access = await units.findAccess('pump' as DataId)
    assert.deepEqual(access?.pausedData, new Set<string>(SENSOR_SOURCES))
    assert.deepEqual(events.splice(-2), [
      { kind: 'unit-access-changed', event: { dataId: 'pump', connectionsEnd: false } },
      { kind: 'unit-changed', event: { dataId: 'pump' } },
    ])
    const [entry] = await audited('set paused data', 'pump')
    assert.deepEqual([entry?.before, entry?.after], [{ pausedData: [] }, { pausedData: ['sensor_PAGESensor'] }])
  })

  test('of the sensor by its marker is for viewers too, of anything else it is not', async () => {
    const marker = ['sensor_PAGESensor']
    await call('admin', 'PUT', 'devices/paused-data', { dataID: 'pump', pausedData: ['nitrate'] })
    const paused = await call('viewer', 'PUT', 'devices/paused-data', { dataID: 'pump', pause: marker })
    assert.deepEqual([paused.status, paused.body.details.pausedData], [200, ['nitrate', ...marker]])
    const [entry] = (await audited('set paused data', 'pump')).slice(-1)
    assert.equal(entry?.userId, 'viewer')

    const resumed = await call('viewer', 'PUT', 'devices/paused-data', { dataID: 'pump', resume: marker })
    assert.deepEqual(resumed.body.details.pausedData, ['nitrate'])
    const others = [{ pause: [...marker, 'level'] }, { pausedData: marker }, { resume: ['nitrate'] }, { pause: ['ph'] }]
    for (const other of others) {
      const refused = await call('viewer', 'PUT', 'devices/paused-data', { dataID: 'pump', ...other })
      assert.deepEqual(failure(refused), [403, 'access/forbidden'])
    }
  })

  test('pauses and resumes what is named, and leaves what others pause in the meantime', async () => {
    await call('admin', 'PUT', 'devices/paused-data', { dataID: 'pump', pausedData: ['flow', 'level', 'ph'] })

    const replies = await Promise.all([
      call('admin', 'PUT', 'devices/paused-data', { dataID: 'pump', resume: ['flow'] }),
      call('admin', 'PUT', 'devices/paused-data', { dataID: 'pump', resume: ['level'], pause: ['tank', 'ph'] }),
    ])

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    const access = await units.findAccess('pump' as DataId)
    assert.deepEqual(access?.pausedData, new Set(['ph', 'tank']))
  })
})

describe('GET devices/:dataID/rejected-messages', () => {
  test('without credentials, by a viewer, for units out of reach and with a bad limit is refused', async () => {
    assert.equal((await call(undefined, 'GET', 'devices/pump/rejected-messages')).status, 401)
    assert.equal((await call('viewer', 'GET', 'devices/pump/rejected-messages')).status, 403)
    assert.equal((await call('admin', 'GET', 'devices/secret/rejected-messages')).status, 404)
    assert.equal((await call('admin', 'GET', 'devices/pump/rejected-messages?limit=0')).status, 400)
  })

  test('shows what was refused and why', async () => {
    const code = 'record/malformed-json'
    const rejected = {
      source: 'tank',
      topic: 'units/pump/data/tank',
      channel: 'mqtt' as const,
      code,
      message: 'Not JSON.',
      payload: '{"a":',
    }
    await db
      .insertInto('rejectedMessage')
      .values({ ...rejected, dataId: 'pump' as DataId, receivedAt: new Date(NOW) })
      .execute()
    const { body } = await call('admin', 'GET', 'devices/pump/rejected-messages')
    assert.deepEqual(body.details, [{ ...rejected, receivedUTC: '2026-05-06T12:00:00.000Z' }])
  })

  test('gives the reasons in the language of the reader', async () => {
    const row = {
      dataId: 'pump' as DataId,
      receivedAt: new Date(NOW),
      source: null,
      channel: 'mqtt' as const,
      payload: '',
    }
    await db
      .insertInto('rejectedMessage')
      .values([
        { ...row, code: 'record/malformed-json', message: sentenceOfCode('record/malformed-json') },
        { ...row, code: 'record/too-large', message: say('answers.ingest.message-size') },
      ])
      .execute()
    const headers = { authorization: 'Bearer admin', 'accept-language': 'de' }
    const reply = await app.inject({ url: '/api/v1/devices/pump/rejected-messages?limit=2', headers })
    const reasons = reply.json().details.map(({ message }: { message: string }) => message)
    assert.deepEqual(reasons, ['Die Nachricht ist länger als 64 KiB.', 'Die Nachricht ist kein gültiges JSON.'])
  })
})
