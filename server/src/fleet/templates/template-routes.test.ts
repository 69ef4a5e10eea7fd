import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, listTemplates, putTemplate } from '@fieldwatch/contract/templates/templates'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createTemplateStore } from './template-store.ts'

const database = await createTestDatabase()
const { db, call, signInAs } = await createTestApp({ database })
const templates = createTemplateStore(db)
const foreign = await buildEntity(db)
const viewer = await signInAs()
const gauge = { title: 'Level', range: [0, 100] as [number, number], source: 'tank', field: 'level' }

async function addTemplate(id: string, entityId: EntityId): Promise<TemplateId> {
  await templates.create({ id: id as TemplateId, entityId, definition: { title: id, overview: { gauges: [gauge] } } })
  return id as TemplateId
}

async function read(id: TemplateId | string, as: typeof viewer | undefined = viewer) {
  return call(getTemplate, { params: { id }, ...(as === undefined ? {} : { as }) })
}

test('A template needs a session', async () => {
  const answer = await call(getTemplate, { params: { id: 'any' } })
  assert.deepEqual([answer.status, answer.failure.code], [401, 'auth/missing-token'])
})

test("Another entity's template answers as one that does not exist", async () => {
  const theirs = await read(await addTemplate('theirs', foreign))
  assert.deepEqual([theirs.status, theirs.failure.code], [404, 'template/not-found'])
  assert.deepEqual((await read('nothing')).failure, theirs.failure)
})

// spec 1-7-10
test('A template of an entity in reach comes with its id and all that it shows', async () => {
  const { status, body } = await read(await addTemplate('ours', viewer.entity))
  assert.equal(status, 200)
  assert.deepEqual(body.details, {
    id: 'ours',
    dataID: null,
    version: 1,
    editable: true,
    units: 0,
    title: 'ours',
    overview: { gauges: [gauge] },
  })
})

test('A template of another entity can be read while a unit in reach shows it', async () => {
  const id = await addTemplate('lent', foreign)
  assert.equal((await read(id)).status, 404)
  await createUnitStore(db).create({
    dataId: 'borrower' as DataId,
    friendlyName: 'Borrower',
    entities: [viewer.entity],
    defaultTemplate: id,
    tokenHash: Buffer.alloc(32),
    createdAt: 0,
  })
  assert.equal((await read(id)).status, 200)
})

test('A definition that the contract does not know is not stored', async () => {
  const definition = { title: 'Bad', overview: { gauges: [{ ...gauge, color: 'orange' }] } }
  const id = 'bad' as TemplateId
  await assert.rejects(templates.create({ id, entityId: viewer.entity, definition }), /fields\.colour/)
  assert.equal((await read(id)).status, 404)
})

test('A request with a template that is far too long is refused by its length alone', async () => {
  const template = { title: 'x'.repeat(600 * 1024) }

  const { status, failure } = await call(putTemplate, {
    as: viewer,
    body: { templateID: 'long', template },
  })

  assert.deepEqual([status, failure.message], [413, 'The body is larger than 512 KiB, the maximum here.'])
})

test('The list of templates has those that units share, of the entities in reach, by title', async () => {
  const person = await signInAs()
  assert.deepEqual((await call(listTemplates, { as: person })).body.details, [])
  await addTemplate('Tank', person.entity)
  await addTemplate('Pump', person.entity)
  const { dataId } = await buildUnit(db, { entity: person.entity })
  const own = { id: 'own-copy' as TemplateId, entityId: person.entity, definition: { title: 'Copy' }, dataId }
  await templates.create(own)

  assert.equal((await call(listTemplates)).status, 401)
  const { body } = await call(listTemplates, { as: person })
  assert.deepEqual(body.details, [
    { id: 'Pump', title: 'Pump' },
    { id: 'Tank', title: 'Tank' },
  ])
})
