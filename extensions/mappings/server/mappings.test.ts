import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import {
  CAPTURED,
  createMapping,
  listCaptured,
  listMappings,
  type Mapping,
  removeMapping,
  updateMapping,
} from '../contract/mappings.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { changeDataId } from '@fieldwatch/contract/units/deletions'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp, type SignedInUser } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createFieldUnitStore } from '@fieldwatch/server/records/store/field-unit-store'
import { createCapturedStore } from './captured-store.ts'

const database = await createTestDatabase()
const portal = await createTestApp({ database })
const { app, bus, call, clock, db, signInAs } = portal
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })

const mapping = (changes: Partial<Mapping> = {}): Mapping => ({
  topic: 'tele/{device}/SENSOR',
  unit: { from: 'topic', part: 'device' },
  time: { format: 'arrival' },
  values: [{ path: 'Power', source: 'plug', field: 'power' }],
  ...changes,
})

async function post(authorization: string, topic: string, body: unknown) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/ingest/any/${topic}`,
    headers: { authorization, 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.json() }
}

async function programOf(as: SignedInUser, of: EntityId): Promise<string> {
  const body = { name: 'Bridge', scopes: ['send-for-units' as const], days: 30, entity: of, role: 'admin' as const }
  const { secret } = (await call(createProgramToken, { as, body })).body.details
  return `Bearer ${secret}`
}

const save = async (given: Partial<Mapping> = {}, as = admin, of = entity) => {
  const made = await call(createMapping, { as, body: { entity: of, name: 'Plugs', mapping: mapping(given) } })
  assert.equal(made.status, 200, made.failure?.message)
  return made.body.details
}

/** The unit of measure that people see for a value of a unit. */
const unitOfMeasure = async ({ dataId }: BuiltUnit, source: string, field: string) =>
  createFieldUnitStore(db).listOfUnit(dataId, [{ source, field }])

const clear = async (): Promise<void> => {
  await db.deleteFrom('messageMapping').execute()
  await db.deleteFrom('capturedMessage').execute()
  bus.publish('things-changed', { kind: 'message mapping', entity })
}

/** Waits until every mapping has read what was captured. */
async function replayed(): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    const mappings = (await call(listMappings, { as: admin, query: { entity } })).body.details
    if (mappings.every(({ replay }) => replay.state !== 'running')) return
    await delay(100)
  }
  assert.fail('the replay does not end')
}

async function stored(unit: BuiltUnit) {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select(['source.name', 'at', 'fields'])
    .where('dataId', '=', unit.dataId)
    .orderBy('at')
    .execute()
  return rows.map(({ name, at, fields }) => [name, at.getTime(), fields])
}

const captured = async () => (await call(listCaptured, { as: admin, query: { entity } })).body.details

describe('a message of any shape by HTTP', () => {
  beforeEach(clear)

  it('is refused without a token, with a wrong one, on a path of the portal, and when it is too large', async () => {
    const unit = await buildUnit(db, { entity })

    assert.equal((await post('Bearer wrong', 'tele/a/SENSOR', {})).status, 401)
    assert.equal((await post(unit.bearer, 'units/a/data/b', {})).body.code, 'request/invalid')
    assert.equal((await post(unit.bearer, '1/2/3/4/5/6/7/8/9', {})).status, 400)
    const { code, message } = (await post(unit.bearer, 'a', `"${'x'.repeat(70_000)}"`)).body
    assert.deepEqual({ code, message }, { code: 'request/too-large', message: 'The message is longer than 64 KiB.' })
    assert.equal((await captured()).total, 0)
  })

  it('is kept until there is a mapping, then stored once with its time of arrival, and removed', async () => {
    const unit = await buildUnit(db, { entity })
    const program = await programOf(admin, entity)
    const arrived = clock()
    for (const Power of [40, 41, 42]) await post(program, `tele/${unit.dataId}/SENSOR`, { Power })
    const other = await post(unit.bearer, 'other', { Power: 1 })
    assert.deepEqual(other.body.details, { stored: 0, captured: 1 })
    clock.advance(60_000)

    const { mappingID } = await save()
    await replayed()

    const expected = [40, 41, 42].map((power, place) => ['plug', arrived + place, { power }])
    assert.deepEqual(await stored(unit), expected)
    assert.deepEqual(
      (await captured()).messages.map(({ topic, sender }) => [topic, sender]),
      [['other', unit.dataId]],
    )
    const [{ replay } = assert.fail()] = (await call(listMappings, { as: admin, query: { entity } })).body.details
    assert.deepEqual([replay.state, replay.stored, replay.done], ['finished', 3, 4])

    const live = await post(program, `tele/${unit.dataId}/SENSOR`, { Power: 43 })
    assert.deepEqual(live.body.details, { stored: 1, captured: 0 })
    await call(removeMapping, { as: admin, body: { mappingID } })
    const after = await post(program, `tele/${unit.dataId}/SENSOR`, { Power: 44 })
    assert.deepEqual(after.body.details, { stored: 0, captured: 1 })
  })

  it('gives its values the units of measure that the mapping names', async () => {
    const [unit, stranger] = [await buildUnit(db, { entity }), await buildUnit(db)]
    await save({ values: [{ path: 'Power', source: 'plug', field: 'power', unit: 'W' }] })

    assert.deepEqual(await unitOfMeasure(unit, 'plug', 'power'), ['W'])
    assert.deepEqual(await unitOfMeasure(unit, 'plug', 'voltage'), [null])
    assert.deepEqual(await unitOfMeasure(stranger, 'plug', 'power'), [null])
    const below = await buildEntity(db, { parentId: entity })
    const unitBelow = await buildUnit(db, { entity: below })
    assert.deepEqual(await unitOfMeasure(unitBelow, 'plug', 'power'), ['W'])
    await save({ values: [{ path: 'Power', source: 'plug', field: 'power', unit: 'kW' }] }, admin, below)
    assert.deepEqual(await unitOfMeasure(unitBelow, 'plug', 'power'), ['kW'])
    assert.deepEqual(await unitOfMeasure(unit, 'plug', 'power'), ['W'])
  })

  it('is stored once when the server ends between storing and removing it', async () => {
    const unit = await buildUnit(db, { entity })
    await post(unit.bearer, 'tele/x/SENSOR', { Power: 1 })
    const [row = assert.fail()] = await db.selectFrom('capturedMessage').selectAll().execute()
    await save({ unit: { from: 'sender' } })
    await replayed()
    const once = await stored(unit)

    const { id: _id, ...again } = row
    await db.insertInto('capturedMessage').values(again).execute()
    await replayed()

    assert.equal(once.length, 1)
    assert.deepEqual(await stored(unit), once)
    assert.equal((await captured()).total, 0)
  })

  it('says why a mapping did not take it, and is taken once the mapping is mended', async () => {
    const unit = await buildUnit(db, { entity })
    const program = await programOf(admin, entity)
    const { mappingID, version } = await save()

    await post(program, 'tele/plug-1/SENSOR', { Power: 7 })
    const { messages } = await captured()
    const aliases = { 'plug-1': unit.dataId }
    const changed = await call(updateMapping, {
      as: admin,
      body: { mappingID, version, mapping: mapping({ aliases }) },
    })
    await replayed()

    assert.deepEqual(
      messages.map(({ reason }) => reason),
      ['unit-unknown'],
    )
    assert.equal(changed.status, 200)
    assert.deepEqual(
      (await stored(unit)).map(([, , fields]) => fields),
      [{ power: 7 }],
    )
    const stale = await call(updateMapping, { as: admin, body: { mappingID, version, name: 'Old' } })
    assert.equal(stale.failure.code, 'mapping/changed')
  })

  it('stores nothing for a unit of another entity, live or by replay, and a unit sends for itself alone', async () => {
    const parent = await buildEntity(db)
    const child = await buildEntity(db, { parentId: parent })
    const chief = await signInAs({ role: 'admin', entity: parent })
    const [above, own, stranger] = [
      await buildUnit(db, { entity: parent }),
      await buildUnit(db, { entity: child }),
      await buildUnit(db, { entity }),
    ]
    const program = await programOf(chief, child)
    for (const unit of [above, own, stranger]) await post(program, `tele/${unit.dataId}/SENSOR`, { Power: 1 })
    await post(own.bearer, `tele/${above.dataId}/SENSOR`, { Power: 2 })

    // Someone who reaches the entity above, too.
    await save({}, chief, child)
    for (let look = 0; look < 200; look += 1) {
      const [one] = (await call(listMappings, { as: chief, query: { entity: child } })).body.details
      if (one?.replay.state === 'finished') break
      await delay(100)
    }
    for (const unit of [above, stranger]) {
      const live = await post(program, `tele/${unit.dataId}/SENSOR`, { Power: 3 })
      assert.equal(live.body.details.captured, 1)
    }

    assert.deepEqual(
      await Promise.all([above, own, stranger].map(async (unit) => (await stored(unit)).length)),
      [0, 1, 0],
    )
  })

  it('is one of so many and so many bytes at most: the oldest go first', async () => {
    const store = createCapturedStore(db)
    const add = (topic: string, payload: string) =>
      store.add({ entity, sender: undefined, topic, payload, arrivedAt: clock(), reason: undefined })
    const large = 'x'.repeat(1024 * 1024)
    for (let place = 0; place < 10; place += 1) await add(`${place}`, large)

    const { messages } = await captured()
    const bytes = messages.reduce((sum, { payload }) => sum + payload.length, 0)

    assert.ok(bytes <= CAPTURED.bytes)
    assert.deepEqual([messages[0]?.topic, messages.at(-1)?.topic], ['9', '3'])
    await store.removeOld(clock() + 60_000)
    assert.equal((await captured()).total, 0)
  })

  it('displaces no configuration for Home Assistant, of which the newest of each topic is kept', async () => {
    const store = createCapturedStore(db)
    const add = (topic: string, payload: string) =>
      store.add({ entity, sender: undefined, topic, payload, arrivedAt: clock(), reason: undefined })
    const topic = 'homeassistant/sensor/plug/power/config'
    await add(topic, '{"old":1}')
    await add('homeassistant/sensor/other/config', '{}')
    await add(topic, '{"new":1}')
    for (let place = 0; place < 10; place += 1) await add(`${place}`, 'x'.repeat(1024 * 1024))

    const { messages } = await captured()
    assert.deepEqual(
      messages.slice(-2).map((message) => [message.topic, message.payload]),
      [
        [topic, '{"new":1}'],
        ['homeassistant/sensor/other/config', '{}'],
      ],
    )
    assert.equal(messages.length, 9)
  })
})

describe('a unit that gets another dataID', () => {
  it('is named by it in mappings from then on, as their unit and behind aliases', async () => {
    const unit = await buildUnit(db, { entity })
    const other = await buildUnit(db, { entity })
    const program = await programOf(admin, entity)
    const aliases = { 'plug-a': unit.dataId, 'plug-b': other.dataId }
    const fixed = await save({ topic: 'fixed/SENSOR', unit: { from: 'fixed', dataID: unit.dataId } })
    const aliased = await save({ topic: 'aliased/{device}', aliases })
    assert.deepEqual((await post(program, 'fixed/SENSOR', { Power: 1 })).body.details, { stored: 1, captured: 0 })
    const to = `${unit.dataId}-new` as DataId
    assert.equal(
      (await call(changeDataId, { as: admin, params: { dataID: unit.dataId }, body: { dataID: to } })).status,
      200,
    )

    assert.deepEqual((await post(program, 'fixed/SENSOR', { Power: 2 })).body.details, { stored: 1, captured: 0 })
    assert.deepEqual((await post(program, 'aliased/plug-a', { Power: 3 })).body.details, { stored: 1, captured: 0 })
    const mappings = (await call(listMappings, { as: admin, query: { entity } })).body.details
    const now = (id: string) => mappings.find(({ mappingID }) => mappingID === id)
    assert.deepEqual(now(fixed.mappingID)?.mapping.unit, { from: 'fixed', dataID: to })
    assert.deepEqual(now(aliased.mappingID)?.mapping.aliases, { ...aliases, 'plug-a': to })
    assert.ok((now(fixed.mappingID)?.version ?? 0) > fixed.version)
  })
})
