import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { createEntity, updateEntity } from '@fieldwatch/contract/people/entities'
import { createEvent, listEvents, removeEvent } from '@fieldwatch/contract/events/events'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, putTemplate } from '@fieldwatch/contract/templates/templates'
import { listTemplateGallery } from '@fieldwatch/contract/templates/template-gallery'
import { administerUnit, listUnits } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })

const top = await buildEntity(db, { name: 'Northwind' })
const south = await buildEntity(db, { name: 'South', parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const holder = await signInAs({ entity: top, permissions: ['viewSubentities'] })
const refused = 'access/only-admins-edit'

/** Lets viewers of an entity edit, or not. */
async function letEdit(entity: EntityId, allowed: boolean, as = admin) {
  return call(updateEntity, { as, body: { entityID: entity, viewersMayEdit: String(allowed) } })
}

async function addUnit(entity: EntityId, template?: TemplateId): Promise<DataId> {
  const unit = await buildUnit(db, { entity, ...(template === undefined ? {} : { defaultTemplate: template }) })
  await sendRecords(app, unit, 'level', { value: 1.5 })
  return unit.dataId
}

const addEvent = (as: SignedInUser, dataID: DataId, name = 'high') =>
  call(createEvent, { as, body: { dataID, name, comparison: 'level.value > 1', startDate: '2026-01-01' } })

const documentFor = async (as: SignedInUser, dataID: DataId) => {
  const { details } = (await call(listUnits, { as, query: { dataID } })).body
  return Array.isArray(details) ? details[0] : details
}

describe('the switch that lets viewers edit', () => {
  // spec 2-1-02, 2-1-03
  it('is on unless an admin switches it off, which the audit log shows', async () => {
    const entity = await buildEntity(db, { parentId: top })
    const unit = await addUnit(entity)
    const ofEntity = await signInAs({ entity })

    assert.equal((await letEdit(entity, false, ofEntity)).failure.code, 'access/forbidden')
    const { body } = await letEdit(entity, false)

    const log = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', entity).execute()
    assert.equal(body.details.viewersMayEdit, false)
    assert.deepEqual(
      log.map(({ action, before, after }) => [action, before, after]),
      [['change entity', { viewersMayEdit: true }, { viewersMayEdit: false }]],
    )
    assert.equal((await addEvent(ofEntity, unit)).failure.code, refused)
    assert.equal((await documentFor(ofEntity, unit))?.onlyAdminsEdit, true)
    assert.deepEqual((await call(listEvents, { as: ofEntity, query: { dataID: unit } })).body.details, { tables: [] })
    await letEdit(entity, true)
    assert.equal((await addEvent(ofEntity, unit)).status, 200)
    assert.equal((await documentFor(ofEntity, unit))?.onlyAdminsEdit, undefined)
  })

  it('is as in the entity above for a new one', async () => {
    const closed = await buildEntity(db, { viewersMayEdit: false })
    const itsAdmin = await signInAs({ role: 'admin', entity: closed })

    const { entityID } = (await call(createEntity, { as: itsAdmin, body: { name: 'Below' } })).body.details

    assert.equal((await addEvent(await signInAs({ entity: entityID }), await addUnit(entityID))).failure.code, refused)
  })

  it('counts for the units of its entity, not for those of the one above or below', async () => {
    const closed = await buildEntity(db, { parentId: top, viewersMayEdit: false })

    assert.equal((await addEvent(holder, await addUnit(closed))).failure.code, refused)
    assert.equal((await addEvent(holder, await addUnit(top))).status, 200)
    await letEdit(top, false)
    assert.equal((await addEvent(viewer, await addUnit(top))).failure.code, refused)
    assert.equal((await addEvent(holder, await addUnit(south))).status, 200)
    await letEdit(top, true)
  })

  it('needs all entities of a shared unit, those out of reach too, and goes by where a unit is now', async () => {
    const other = await buildEntity(db, { viewersMayEdit: false })
    const unit = await addUnit(top)
    await db.insertInto('unitEntity').values({ dataId: unit, entityId: other }).execute()
    const sum = { name: 'sum', equation: 'level.value', unit: 'm', startDate: '2026-02-28' }
    const body = { dataID: unit, ...sum, values: [{ source: 'level', field: 'value' }] }

    assert.equal((await call(createCalculation, { as: viewer, body })).failure.code, refused)
    assert.equal((await documentFor(viewer, unit))?.onlyAdminsEdit, true)
    await db.deleteFrom('unitEntity').where('dataId', '=', unit).where('entityId', '=', other).execute()
    assert.equal((await call(createCalculation, { as: viewer, body })).status, 200)

    const closed = await buildEntity(db, { parentId: top, viewersMayEdit: false })
    const move = await call(administerUnit, { as: admin, params: { dataID: unit }, body: { entities: [closed] } })
    assert.equal(move.status, 200)
    assert.equal((await addEvent(holder, unit)).failure.code, refused)
  })

  it('gives the unit a copy where its entity lets viewers edit and that of the shared template does not', async () => {
    const closed = await buildEntity(db, { parentId: top, viewersMayEdit: false })
    const id = 'closed-template' as TemplateId
    await createTemplateStore(db).create({ id, entityId: closed, definition: { title: 'Tank', events: [] } })
    const unit = await addUnit(top, id)

    const { body } = await addEvent(holder, unit)

    const copy = (await documentFor(holder, unit))?.customTemplate
    assert.equal(body.status, 'success')
    assert.deepEqual((await call(getTemplate, { as: holder, params: { id } })).body.details.events, [])
    assert.ok(copy !== null && copy !== undefined)
    assert.equal((await call(getTemplate, { as: holder, params: { id: copy } })).body.details.editable, true)
    assert.equal((await call(removeEvent, { as: holder, body: { dataID: unit, name: 'high' } })).status, 200)
    const { templates } = (await call(listTemplateGallery, { as: holder, query: { entity: closed } })).body.details
    assert.deepEqual([templates[0]?.id, templates[0]?.editable], [id, false])
    const change = { templateID: id, template: { title: 'Mine', events: [] } }
    assert.equal((await call(putTemplate, { as: holder, body: change })).failure.code, refused)
    assert.equal((await call(putTemplate, { as: admin, body: change })).status, 200)
  })
})
