import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AppId, TemplateId } from '@fieldwatch/contract/api/ids'
import { administerUnit } from '@fieldwatch/contract/units/units'
import type { BusEvents } from '#platform/bus/bus.ts'
import { createAppStore } from '#people/apps/app-store.ts'
import { createUnitStore } from './unit-store.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db, bus, call, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const below = await buildEntity(db, { parentId: admin.entity })
const unit = await buildUnit(db, { entity: admin.entity })
const foreign = await buildUnit(db, { entity: stranger.entity })
const params = { dataID: unit.dataId }
const templates = createTemplateStore(db)
const id = (name: string) => name as TemplateId

const ownersOf = async (dataId = unit.dataId) => {
  const rows = await db.selectFrom('unitEntity').select('entityId').where('dataId', '=', dataId).execute()
  return new Set(rows.map((row) => row.entityId))
}

describe('PUT devices/:dataID', () => {
  it('without credentials is refused, by a viewer forbidden', async () => {
    assert.equal((await call(administerUnit, { params, body: { active: false } })).status, 401)
    const { failure } = await call(administerUnit, { as: viewer, params, body: { active: false } })
    assert.equal(failure.code, 'access/forbidden')
  })

  it('of a unit of another entity, or for another entity, answers as for what does not exist', async () => {
    const ofTheirs = { as: admin, params: { dataID: foreign.dataId }, body: { active: false } }
    assert.equal((await call(administerUnit, ofTheirs)).failure.code, 'unit/not-found')
    const toTheirs = { as: admin, params, body: { entities: [admin.entity, stranger.entity] } }
    assert.equal((await call(administerUnit, toTheirs)).failure.code, 'entity/not-found')
  })

  it('with no entity is invalid', async () => {
    const { failure } = await call(administerUnit, { as: admin, params, body: { entities: [] } })
    assert.equal(failure.code, 'request/invalid')
  })

  it('gives the unit to other entities in reach', async () => {
    const { body } = await call(administerUnit, { as: admin, params, body: { entities: [below] } })

    assert.deepEqual(body.details.entities, [below])
    assert.deepEqual(await ownersOf(), new Set([below]))
  })

  it('with a template of another entity, or the own copy of a unit, answers as for one that does not exist', async () => {
    const choose = (defaultTemplate: TemplateId) =>
      call(administerUnit, { as: admin, params, body: { defaultTemplate } })
    await templates.create({ id: id('theirs'), entityId: stranger.entity, definition: { title: 'Theirs' } })
    await templates.create({
      id: id('copy'),
      entityId: admin.entity,
      dataId: unit.dataId,
      definition: { title: 'Copy' },
    })

    for (const template of ['theirs', 'copy', 'missing']) {
      assert.equal((await choose(id(template))).failure.code, 'template/not-found')
    }
  })

  it('chooses another shared template and none, notifies open pages, and writes it to the audit log', async () => {
    await templates.create({ id: id('tank'), entityId: below, definition: { title: 'Tank' } })
    const published: unknown[] = []
    const stop = bus.subscribe('unit-changed', (event) => published.push(event))

    const chosen = await call(administerUnit, { as: admin, params, body: { defaultTemplate: id('tank') } })
    const none = await call(administerUnit, { as: admin, params, body: { defaultTemplate: null } })

    stop()
    assert.deepEqual([chosen.body.details.defaultTemplate, none.body.details.defaultTemplate], ['tank', null])
    assert.deepEqual(published, [{ dataId: unit.dataId }, { dataId: unit.dataId }])
    const entries = await db.selectFrom('auditLog').selectAll().where('action', '=', 'administer unit').execute()
    const last = entries.findLast(({ subjectId }) => subjectId === unit.dataId)
    assert.partialDeepStrictEqual(last, { before: { defaultTemplate: 'tank' }, after: { defaultTemplate: null } })
  })

  // spec 2-3-17, 2-3-18
  it('says the size and the service of the unit, and leaves out what was not sent', async () => {
    const both = { size: ' DN 200 ', service: 'Leak watch' }
    const { body } = await call(administerUnit, { as: admin, params, body: both })
    const cleared = await call(administerUnit, { as: admin, params, body: { size: '' } })

    assert.deepEqual([body.details.size, body.details.service], ['DN 200', 'Leak watch'])
    assert.deepEqual([cleared.body.details.size, cleared.body.details.service], ['', 'Leak watch'])
    const { failure } = await call(administerUnit, { as: admin, params, body: { size: 'two\nlines' } })
    assert.equal(failure.code, 'request/invalid')
  })

  // spec 2-3-18
  it('gives it tabs of screens of the portal and of applications that the own entity may open, and of no others', async () => {
    const app = { path: 'valves', icon: '', url: 'https://valves.example', allAccess: false }
    const apps = createAppStore(db)
    await apps.create({ ...app, id: 'valves' as AppId, name: 'Valve Plan', entities: [admin.entity] })
    await apps.create({ ...app, id: 'theirs' as AppId, name: 'Their Plan', entities: [stranger.entity] })
    const choose = (names: string[]) => call(administerUnit, { as: admin, params, body: { apps: names } })

    const { body } = await choose(['Valve Plan', 'XetaSense', 'Pressure Sensor', 'XetaSense'])
    assert.deepEqual(body.details.apps, ['Valve Plan', 'XetaSense', 'Pressure Sensor'])
    for (const name of ['Their Plan', 'No Plan']) assert.equal((await choose([name])).failure.code, 'app/not-found')
    // The tab of an application that is not for the own entity stays as long as no one takes it away.
    await createUnitStore(db).update(unit.dataId, { apps: ['Their Plan'] })
    assert.deepEqual((await choose(['Their Plan', 'XetaSense'])).body.details.apps, ['Their Plan', 'XetaSense'])
    assert.deepEqual((await choose([])).body.details.apps, [])
  })

  it('deactivates and activates, publishes it, and writes both states to the audit log', async () => {
    const published: BusEvents['unit-access-changed'][] = []
    const stop = bus.subscribe('unit-access-changed', (event) => published.push(event))

    const off = await call(administerUnit, { as: admin, params, body: { active: false } })
    const on = await call(administerUnit, { as: admin, params, body: { active: true } })

    stop()
    assert.deepEqual([off.body.details.active, on.body.details.active], [false, true])
    assert.deepEqual(
      published.map(({ connectionsEnd }) => connectionsEnd),
      [true, false],
    )
    const entries = await db.selectFrom('auditLog').selectAll().where('action', '=', 'administer unit').execute()
    const last = entries.findLast(({ subjectId }) => subjectId === unit.dataId)
    assert.deepEqual(last?.before, { active: false })
    assert.deepEqual(last?.after, { active: true })
  })

  it('by two admins at once leaves what one of them wanted', async () => {
    const choose = (entity: typeof below) => call(administerUnit, { as: admin, params, body: { entities: [entity] } })

    await Promise.all([choose(below), choose(admin.entity), choose(below), choose(admin.entity)])

    assert.equal((await ownersOf()).size, 1)
  })
})
