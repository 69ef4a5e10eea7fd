import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, putTemplate, removeOwnTemplate, type Template } from '@fieldwatch/contract/templates/templates'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTemplateStore } from './template-store.ts'

const database = await createTestDatabase()
const { db, bus, call, signInAs } = await createTestApp({ database })
const viewer = await signInAs()
const stranger = await signInAs()

async function addShared(id: string, entityId: EntityId): Promise<TemplateId> {
  await createTemplateStore(db).create({ id: id as TemplateId, entityId, definition: { title: 'Shared' } })
  return id as TemplateId
}

const shared = await addShared('shared', viewer.entity)

const addUnit = (template: TemplateId | undefined = shared, entity = viewer.entity): Promise<BuiltUnit> =>
  buildUnit(db, { entity, defaultTemplate: template ?? null })

/** Gives the unit its own copy. */
async function addCopy(unit: BuiltUnit, as: SignedInUser = viewer): Promise<Template> {
  const body = { templateID: shared, dataID: unit.dataId, template: { title: 'Own' } }
  return (await call(putTemplate, { body, as })).body.details
}

const giveUp = ({ dataId }: Pick<BuiltUnit, 'dataId'>, version?: number, as: SignedInUser | undefined = viewer) =>
  call(removeOwnTemplate, { body: { dataID: dataId, ...(version === undefined ? {} : { version }) }, as })

async function ownTemplateOf({ dataId }: BuiltUnit): Promise<TemplateId | null> {
  const row = await db
    .selectFrom('unit')
    .select('customTemplate')
    .where('dataId', '=', dataId)
    .executeTakeFirstOrThrow()
  return row.customTemplate
}

describe('returning a unit to its shared template', () => {
  it('needs a session', async () => {
    const answer = await call(removeOwnTemplate, { body: { dataID: 'any' } })

    assert.deepEqual([answer.status, answer.failure.code], [401, 'auth/missing-token'])
  })

  it("answers for another entity's unit as for one that is not there", async () => {
    const unit = await addUnit()
    const copy = await addCopy(unit)

    const foreign = await giveUp(unit, copy.version, stranger)
    const missing = await call(removeOwnTemplate, { body: { dataID: 'unknown' }, as: stranger })

    assert.deepEqual([foreign.status, foreign.failure.code], [404, 'unit/not-found'])
    assert.deepEqual(missing.failure, foreign.failure)
    assert.equal(await ownTemplateOf(unit), copy.id)
  })

  it('asks for the unit', async () => {
    const { status, failure } = await call(removeOwnTemplate, { body: { dataID: '' }, as: viewer })

    assert.deepEqual([status, failure.code], [400, 'request/invalid'])
  })

  it('says that a unit has no copy of its own', async () => {
    const { status, failure } = await giveUp(await addUnit())

    assert.deepEqual([status, failure.code], [404, 'template/not-found'])
  })

  it('keeps the only template that a unit has', async () => {
    const unit = await buildUnit(db, { entity: viewer.entity })
    const { body } = await call(putTemplate, { body: { dataID: unit.dataId, template: { title: 'Own' } }, as: viewer })

    const { status, failure } = await giveUp(unit)

    assert.deepEqual([status, failure.code], [409, 'template/none-shared'])
    assert.equal(await ownTemplateOf(unit), body.details.id)
  })

  it('keeps a copy that another person changed in the meantime', async () => {
    const unit = await addUnit()
    const { id, version } = await addCopy(unit)
    const body = { templateID: id, dataID: unit.dataId, version, template: { title: 'Changed' } }
    await call(putTemplate, { body, as: viewer })

    const { status, failure } = await giveUp(unit, version)

    assert.deepEqual([status, failure.code, failure.details?.changedBy], [409, 'template/changed', 'You'])
    assert.equal(await ownTemplateOf(unit), id)
  })

  it('deletes the copy and answers the shared one, which the unit shows again', async () => {
    const unit = await addUnit()
    const copy = await addCopy(unit)

    const { status, body } = await giveUp(unit, copy.version)

    assert.deepEqual([status, body.details.id, body.details.title], [200, shared, 'Shared'])
    assert.equal(await ownTemplateOf(unit), null)
    assert.equal((await call(getTemplate, { params: { id: copy.id }, as: viewer })).status, 404)
  })

  it('lets the unit have another copy later', async () => {
    const unit = await addUnit()
    await addCopy(unit)
    await giveUp(unit)

    const second = await addCopy(unit)

    assert.equal(await ownTemplateOf(unit), second.id)
  })

  it('publishes to the bus, and logs what was deleted', async () => {
    const unit = await addUnit()
    const copy = await addCopy(unit)
    const events: unknown[] = []
    const stop = bus.subscribe('unit-changed', (event) => events.push(event))

    await giveUp(unit)

    stop()
    const [, entry] = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('subjectId', '=', copy.id)
      .orderBy('id')
      .execute()
    assert.deepEqual(events, [{ dataId: unit.dataId }])
    assert.deepEqual(
      [entry?.action, entry?.userId, entry?.entityId, entry?.before, entry?.after],
      [
        'return unit to shared template',
        viewer.userId,
        viewer.entity,
        { dataID: unit.dataId, templateID: copy.id, template: { title: 'Own' } },
        { dataID: unit.dataId, templateID: shared },
      ],
    )
  })
})
