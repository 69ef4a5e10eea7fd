import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { listTemplateGallery, listTemplateUnits } from '@fieldwatch/contract/templates/template-gallery'
import { tryTemplate, useTriedTemplate } from '@fieldwatch/contract/templates/template-trials'
import { listTemplateVersions } from '@fieldwatch/contract/templates/template-versions'
import {
  getTemplate,
  putTemplate,
  removeOwnTemplate,
  type TemplateDefinition,
} from '@fieldwatch/contract/templates/templates'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { deleteUsers } from '@fieldwatch/contract/people/users'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTemplateStore } from './template-store.ts'

const database = await createTestDatabase()
const { db, bus, call, signInAs } = await createTestApp({ database })
const ada = await signInAs({ role: 'admin' })
const grace = await signInAs({ role: 'admin', entity: ada.entity })
const viewer = await signInAs({ entity: ada.entity })
await db.updateTable('appUser').set({ firstName: 'Ada', lastName: 'Berg' }).where('id', '=', ada.userId).execute()

const charts = (title: string, ...shown: string[]): TemplateDefinition => ({
  title,
  timeSeries: { charts: shown.map((chart) => ({ title: chart, type: 'timeseries', specifications: {} })) },
})

let made = 0
async function addTemplate(entityId: EntityId = ada.entity, definition = charts('Pump', 'A')): Promise<TemplateId> {
  const id = `trials-${(made += 1)}` as TemplateId
  await createTemplateStore(db).create({ id, entityId, definition })
  return id
}

const addUnit = (template?: TemplateId): Promise<BuiltUnit> =>
  buildUnit(db, { entity: ada.entity, friendlyName: 'Tank', defaultTemplate: template ?? null })

const tryOn = ({ dataId }: BuiltUnit, given: { templateID?: TemplateId; of?: number } = {}, as = ada) =>
  call(tryTemplate, { as, body: { dataID: dataId, ...given } })

const use = ({ dataId }: BuiltUnit, seen: { version?: number; sharedVersion?: number } = {}, as = ada) =>
  call(useTriedTemplate, { as, body: { dataID: dataId, ...seen } })

const read = async (id: TemplateId, as = ada) => (await call(getTemplate, { as, params: { id } })).body.details

const titlesOf = ({ timeSeries }: TemplateDefinition): string[] => timeSeries?.charts.map(({ title }) => title) ?? []

async function ownOf({ dataId }: BuiltUnit): Promise<TemplateId | null> {
  const row = db.selectFrom('unit').select('customTemplate').where('dataId', '=', dataId)
  return (await row.executeTakeFirstOrThrow()).customTemplate
}

const trials = async () => (await db.selectFrom('templateTrial').select('copyId').execute()).length

describe('trying a template on one unit', () => {
  it('gives the unit a copy to change, and says who tries it there and since when', async () => {
    const shared = await addTemplate()
    const unit = await addUnit(shared)
    await addUnit(shared)
    const published: unknown[] = []
    const stop = bus.subscribe('unit-changed', (event) => published.push(event))

    const { body } = await tryOn(unit)
    stop()

    const { id, dataID, trial } = body.details
    assert.deepEqual([dataID, titlesOf(body.details)], [unit.dataId, ['A']])
    assert.deepEqual(
      [trial?.templateID, trial?.title, trial?.units, trial?.version, trial?.startedBy],
      [shared, 'Pump', 2, 1, 'Ada Berg'],
    )
    assert.deepEqual(published, [{ dataId: unit.dataId }])
    assert.equal((await read(id, viewer)).trial?.startedBy, 'Ada Berg')
    const { units } = (await call(listTemplateUnits, { as: viewer, params: { id: shared } })).body.details
    assert.deepEqual(
      units.map((one) => one.trial?.startedBy),
      units.map(({ dataID: one }) => (one === unit.dataId ? 'Ada Berg' : undefined)),
    )
    const { templates } = (await call(listTemplateGallery, { as: viewer, query: {} })).body.details
    assert.equal(templates.find((one) => one.id === shared)?.trials, 1)
  })

  it('may be another template, or a former version', async () => {
    const shared = await addTemplate()
    await call(putTemplate, { as: ada, body: { templateID: shared, template: charts('Pump', 'A', 'B') } })
    const other = await addTemplate(ada.entity, charts('Well', 'C'))

    const former = await tryOn(await addUnit(shared), { of: 1 })
    const another = await tryOn(await addUnit(shared), { templateID: other })

    assert.deepEqual(titlesOf(former.body.details), ['A'])
    assert.deepEqual([another.body.details.title, ...titlesOf(another.body.details)], ['Pump', 'C'])
  })

  it('is refused where it could not be used, or the unit shows a copy of its own', async () => {
    const shared = await addTemplate()
    const far = await addTemplate(await buildEntity(db))
    const busy = await addUnit(shared)
    await tryOn(busy)
    const joint = await addUnit(shared)
    await db
      .insertInto('unitEntity')
      .values({ dataId: joint.dataId, entityId: await buildEntity(db) })
      .execute()
    const codeOf = async (answer: ReturnType<typeof tryOn>) => (await answer).failure.code

    assert.equal(await codeOf(tryOn(busy)), 'template/own-copy')
    assert.equal(await codeOf(tryOn(await addUnit())), 'template/none-shared')
    assert.equal(await codeOf(tryOn(await addUnit(far))), 'template/not-yours')
    assert.equal(await codeOf(tryOn(joint)), 'unit/shared')
    assert.equal(await codeOf(tryOn(await addUnit(shared), { of: 9 })), 'template/version-not-found')
    const unseen = await addTemplate(await buildEntity(db))
    assert.equal(await codeOf(tryOn(await addUnit(shared), { templateID: unseen })), 'template/not-found')
    assert.equal(await codeOf(tryOn(await addUnit(shared), {}, viewer)), 'access/forbidden')
  })

  it('begins once when two begin at once', async () => {
    const unit = await addUnit(await addTemplate())

    const answers = await Promise.all([tryOn(unit), tryOn(unit, {}, grace)])

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    )
  })
})

describe('using what a unit tries', () => {
  it('makes it a new version of the shared template under its name, and the unit shows that again', async () => {
    const shared = await addTemplate()
    const unit = await addUnit(shared)
    const copy = (await tryOn(unit)).body.details.id
    const changed = { dataID: unit.dataId, templateID: copy, template: charts('Renamed', 'A', 'New') }
    await call(putTemplate, { as: viewer, body: changed })
    const published: unknown[] = []
    const stops = [
      bus.subscribe('template-changed', (event) => published.push(event)),
      bus.subscribe('unit-changed', (event) => published.push(event)),
    ]

    const { body } = await use(unit, { version: 2, sharedVersion: 1 })
    for (const stop of stops) stop()

    assert.deepEqual([body.details.id, body.details.title, body.details.version], [shared, 'Pump', 2])
    assert.deepEqual(titlesOf(body.details), ['A', 'New'])
    assert.equal(await ownOf(unit), null)
    assert.deepEqual(published, [{ templateId: shared, version: 2 }, { dataId: unit.dataId }])
    const [newest] = (await call(listTemplateVersions, { as: ada, params: { id: shared } })).body.details
    assert.deepEqual([newest?.how, newest?.changes], ['tried', ['Added chart “New”']])
    assert.equal((await use(unit)).failure.code, 'template/no-trial')
    assert.equal((await call(getTemplate, { as: ada, params: { id: copy } })).failure.code, 'template/not-found')
  })

  it('is refused when another person changed one of the two in the meantime, until that was seen', async () => {
    const shared = await addTemplate()
    const unit = await addUnit(shared)
    const copy = (await tryOn(unit)).body.details.id
    await call(putTemplate, { as: grace, body: { templateID: shared, template: charts('Pump', 'Theirs') } })
    await call(putTemplate, { as: grace, body: { dataID: unit.dataId, templateID: copy, template: charts('Pump') } })

    assert.equal((await use(unit, { version: 1, sharedVersion: 2 })).failure.code, 'template/changed')
    assert.equal((await use(unit, { version: 2, sharedVersion: 1 })).failure.code, 'template/changed')
    assert.equal((await use(unit, { version: 2, sharedVersion: 2 }, viewer)).failure.code, 'access/forbidden')
    assert.equal((await use(unit, { version: 2, sharedVersion: 2 })).status, 200)
  })

  it('happens once when it is asked for twice', async () => {
    const shared = await addTemplate()
    const unit = await addUnit(shared)
    await tryOn(unit)

    const answers = await Promise.all([use(unit), use(unit, {}, grace)])

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 404],
    )
    assert.equal((await read(shared)).version, 2)
  })
})

describe('the end of a trial', () => {
  it('is giving it up, which is written down as that', async () => {
    const shared = await addTemplate()
    const unit = await addUnit(shared)
    const before = await trials()
    const copy = (await tryOn(unit)).body.details.id

    const { body } = await call(removeOwnTemplate, { as: viewer, body: { dataID: unit.dataId } })

    assert.deepEqual([body.details.id, await ownOf(unit), await trials()], [shared, null, before])
    const { action } = await db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', copy)
      .executeTakeFirstOrThrow()
    assert.equal(action, 'give up tried template')
  })

  it('comes with another shared template; what was tried stays as the copy of the unit', async () => {
    const unit = await addUnit(await addTemplate())
    const copy = (await tryOn(unit)).body.details.id
    const administer = { as: ada, params: { dataID: unit.dataId } }

    await call(administerUnit, { ...administer, body: { defaultTemplate: await addTemplate() } })

    assert.equal((await read(copy)).trial, undefined)
    assert.equal(await ownOf(unit), copy)
    assert.equal((await use(unit)).failure.code, 'template/no-trial')
  })

  it('comes with its unit', async () => {
    const unit = await addUnit(await addTemplate())
    const before = await trials()
    await tryOn(unit)

    await db.updateTable('unit').set({ customTemplate: null }).where('dataId', '=', unit.dataId).execute()
    await db.deleteFrom('unitEntity').where('dataId', '=', unit.dataId).execute()
    await db.deleteFrom('unit').where('dataId', '=', unit.dataId).execute()

    assert.equal(await trials(), before)
  })

  it('can be ended by any admin of the unit, not only by the one who began it', async () => {
    const leaver = await signInAs({ role: 'admin', entity: ada.entity })
    const shared = await addTemplate()
    const unit = await addUnit(shared)
    const copy = (await tryOn(unit, {}, leaver)).body.details.id
    assert.equal((await call(deleteUsers, { as: ada, body: { userUID: [leaver.userId] } })).status, 200)

    assert.equal((await read(copy)).trial?.startedBy, leaver.email)
    assert.equal((await use(unit)).status, 200)
  })
})
