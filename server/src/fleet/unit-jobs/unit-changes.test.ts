import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { createLabel } from '@fieldwatch/contract/units/labels'
import { getRetention } from '@fieldwatch/contract/units/retention'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import type { DataId, EntityId, LabelId, TemplateId } from '@fieldwatch/contract/api/ids'
import {
  updateUnits,
  getUnitJob,
  listUnitJobs,
  listUnitResults,
  type UnitChange,
} from '@fieldwatch/contract/units/unit-jobs'
import type { BusEvents } from '#platform/bus/bus.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { sendRecords } from '#testing/send-records.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createUnitJobStore } from './unit-job-store.ts'
import { createJobStore } from '#platform/jobs/job-store.ts'

const database = await createTestDatabase()
const { app, db, bus, clock, call, features, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const below = await buildEntity(db, { name: 'Harbour', parentId: admin.entity })
const foreign = await buildUnit(db, { entity: stranger.entity })
const template = 'pump-template' as TemplateId
await createTemplateStore(db).create({ id: template, entityId: admin.entity, definition: { title: 'Pump station' } })
const units = createUnitStore(db)
const documentOf = (dataId: DataId) => units.getDocument(dataId, [admin.entity, below])
const newUnit = async () => (await buildUnit(db, { entity: admin.entity })).dataId
const shared = await buildUnit(db, { entity: admin.entity })
await db.insertInto('unitEntity').values({ dataId: shared.dataId, entityId: stranger.entity }).execute()

const ask = (change: UnitChange, dataIDs: readonly string[], as: SignedInUser | undefined = admin) =>
  call(updateUnits, { as, body: { dataIDs: [...dataIDs], change } })

async function change(wanted: UnitChange, dataIDs: readonly string[]) {
  const { jobID } = (await ask(wanted, dataIDs)).body.details
  await features.unitJobs.run()
  const job = (await call(getUnitJob, { as: admin, params: { jobID } })).body.details
  const results = (await call(listUnitResults, { as: admin, params: { jobID } })).body.details
  return { job, results, outcomes: results.map(({ result, message }) => [result, message]) }
}

describe('a change of many units', () => {
  it('without credentials is refused, by a viewer forbidden, of no unit or too many invalid', async () => {
    const off = { kind: 'active', active: false } as const
    assert.equal((await call(updateUnits, { body: { dataIDs: [shared.dataId], change: off } })).status, 401)
    assert.equal((await ask(off, [shared.dataId], viewer)).failure.code, 'access/forbidden')
    assert.equal((await ask(off, [])).failure.code, 'request/invalid')
    const many = Array.from({ length: 10_001 }, (_, n) => `unit-${n}`)
    assert.equal((await ask(off, many)).failure.message, 'At most 10,000 units can be changed at once.')
  })

  it('to what is not in reach answers as for what does not exist', async () => {
    const id = await newUnit()
    const toTheirs = await ask({ kind: 'entities', how: 'add', entities: [stranger.entity] }, [id])
    assert.equal(toTheirs.failure.code, 'entity/not-found')
    const toNone = await ask({ kind: 'template', template: 'none' as TemplateId }, [id])
    assert.equal(toNone.failure.code, 'template/not-found')
    const watched = await ask({ kind: 'alert', alertID: 'none' as never }, [id])
    assert.equal(watched.failure.code, 'alert/not-found')
  })

  it('has a result for each: units out of reach or shared with others are refused without affecting the rest', async () => {
    const [one, other] = [await newUnit(), await newUnit()]
    await units.update(other, { active: false })

    const { job, outcomes } = await change({ kind: 'active', active: false }, [
      one,
      foreign.dataId,
      shared.dataId,
      other,
      one,
    ])

    assert.deepEqual(job.counts, { open: 0, created: 0, updated: 1, unchanged: 1, refused: 2, stopped: 0, removed: 0 })
    assert.deepEqual(outcomes[0], ['updated', ''])
    assert.deepEqual(outcomes[1], ['refused', 'Device not found'])
    assert.match(outcomes[2]?.[1] ?? '', /^This unit belongs to .* too\./)
    assert.deepEqual(outcomes[3], ['unchanged', ''])
    assert.equal((await documentOf(one)).active, false)
    assert.equal((await documentOf(one)).version, 2)
    const audit = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', one).execute()
    assert.deepEqual(
      audit.map(({ action, before, after }) => [action, before, after]),
      [['administer unit', { active: true }, { active: false, jobID: job.jobID }]],
    )
  })

  it('shows a template, or none', async () => {
    const id = await newUnit()
    await change({ kind: 'template', template }, [id])
    assert.equal((await documentOf(id)).defaultTemplate, template)
    await change({ kind: 'template', template: null }, [id])
    assert.equal((await documentOf(id)).defaultTemplate, null)
  })

  it('gives units to entities and takes them away, except from the last one', async () => {
    const id = await newUnit()
    const entitiesAfter = async (how: 'add' | 'remove' | 'set', entities: EntityId[]) => {
      const { outcomes } = await change({ kind: 'entities', how, entities }, [id])
      return [outcomes[0]?.[0], new Set((await documentOf(id)).entities)]
    }
    assert.deepEqual(await entitiesAfter('add', [below]), ['updated', new Set([admin.entity, below])])
    assert.deepEqual(await entitiesAfter('remove', [admin.entity]), ['updated', new Set([below])])
    assert.deepEqual(await entitiesAfter('remove', [below]), ['refused', new Set([below])])
    assert.deepEqual(await entitiesAfter('set', [admin.entity]), ['updated', new Set([admin.entity])])
  })

  it('notifies connections and screens of each', async () => {
    const id = await newUnit()
    const outcomes: unknown[] = []
    const hear = <Kind extends 'unit-changed' | 'unit-access-changed'>(kind: Kind) =>
      bus.subscribe(kind, (event: BusEvents[Kind]) => outcomes.push([kind, event]))
    using stops = new DisposableStack()
    stops.defer(hear('unit-changed'))
    stops.defer(hear('unit-access-changed'))

    await change({ kind: 'active', active: false }, [id])
    await change({ kind: 'entities', how: 'set', entities: [below] }, [id])

    assert.deepEqual(outcomes, [
      ['unit-access-changed', { dataId: id, connectionsEnd: true }],
      ['unit-changed', { dataId: id }],
      ['unit-changed', { dataId: id, left: [admin.entity] }],
    ])
  })

  it('has units watched by an alert too, those that it watches stay', async () => {
    const ids = [await newUnit(), await newUnit(), await newUnit()]
    const body = { name: 'Silent', type: 'silence' as const, devices: ids.slice(0, 1) }
    const { alertID } = (await call(createAlert, { as: admin, body })).body.details

    const { outcomes } = await change({ kind: 'alert', alertID }, ids)

    assert.deepEqual(outcomes, [
      ['unchanged', ''],
      ['updated', ''],
      ['updated', ''],
    ])
    const [alert] = (await call(listAlerts, { as: admin, query: { alertID } })).body.details
    assert.deepEqual(new Set(alert?.devices), new Set(ids))
  })

  it('puts labels on and takes others off, refuses a unit that would have too many, and gives a shared one the own ones', async () => {
    const labelOf = async (name: string, as = admin) =>
      (await call(createLabel, { as, body: { name, colour: 'red' } })).body.details.labelID
    const ids = [await newUnit(), await newUnit(), shared.dataId]
    const labels: LabelId[] = []
    for (let n = 0; n < 11; n += 1) labels.push(await labelOf(`Label ${n}`))
    const [first, ...others] = labels as [LabelId, ...LabelId[]]
    await change({ kind: 'labels', add: others, remove: [] }, ids.slice(1, 2))
    const theirs = await labelOf('Theirs', stranger)
    assert.equal((await ask({ kind: 'labels', add: [theirs], remove: [] }, ids)).failure.code, 'label/not-found')

    const { outcomes } = await change({ kind: 'labels', add: [first], remove: [] }, [...ids, foreign.dataId])

    assert.deepEqual(outcomes, [
      ['updated', ''],
      ['refused', 'A unit can have at most 10 labels of one entity.'],
      ['updated', ''],
      ['refused', 'Device not found'],
    ])
    assert.deepEqual((await documentOf(ids[0] as DataId)).labels, [first])
    assert.equal((await documentOf(ids[1] as DataId)).labels?.length, 10)
    const off = await change({ kind: 'labels', add: [], remove: [first] }, ids)
    assert.deepEqual(off.job.counts, {
      open: 0,
      created: 0,
      updated: 2,
      unchanged: 1,
      refused: 0,
      stopped: 0,
      removed: 0,
    })
  })

  it('sets how long units keep data, for all their sources and for later ones', async () => {
    const sending = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, sending, 'level', { value: 1 })
    await sendRecords(app, sending, 'flow', { value: 1 })
    const silent = await newUnit()
    const ids = [sending.dataId, silent, shared.dataId]
    const tooShort = await ask({ kind: 'retention', rawDays: 30, summaryDays: 10 }, ids)
    assert.equal(tooShort.failure.message, 'Summaries are kept at least as long as the records.')

    const { outcomes, job } = await change({ kind: 'retention', rawDays: 30, summaryDays: 400 }, ids)

    assert.deepEqual(outcomes.slice(0, 2), [
      ['updated', ''],
      ['updated', ''],
    ])
    assert.equal(outcomes[2]?.[0], 'refused')
    await sendRecords(app, sending, 'late', { value: 1 })
    const kept = await db.selectFrom('source').selectAll().where('dataId', '=', sending.dataId).execute()
    assert.deepEqual(
      kept
        .map(({ name, rawDays: raw, summaryDays: summary, version }) => [name, raw, summary, version])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
      [
        ['flow', 30, 400, 2],
        ['late', 30, 400, 1],
        ['level', 30, 400, 2],
      ],
    )
    const audit = await db.selectFrom('auditLog').selectAll().where('action', '=', 'set retention').execute()
    assert.deepEqual(
      audit
        .map(({ subjectId: id, after }) => [id, after])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
      [sending.dataId, `${sending.dataId}/flow`, `${sending.dataId}/level`, silent]
        .toSorted((one, other) => one.localeCompare(other))
        .map((id) => [id, { rawDays: 30, summaryDays: 400, jobID: job.jobID }]),
    )
    const settings = (await call(getRetention, { as: admin, query: { dataID: silent } })).body.details
    assert.deepEqual(settings.newSources, { rawDays: 30, summaryDays: 400 })
    const again = await change({ kind: 'retention', rawDays: 30, summaryDays: 400 }, [sending.dataId])
    assert.equal(again.job.counts.unchanged, 1)
  })

  it('asked for by a program is made by its token, as long as that is valid', async () => {
    const body = {
      name: 'ERP',
      scopes: ['manage-units' as const, 'read' as const],
      entity: admin.entity,
      role: 'admin' as const,
      days: 30,
    }
    const made = (await call(createProgramToken, { as: admin, body })).body.details
    const headers = { authorization: `Bearer ${made.secret}` }
    const dataID = await newUnit()
    const off = { dataIDs: [dataID], change: { kind: 'active', active: false } as const }
    const { jobID } = (await call(updateUnits, { headers, body: off })).body.details
    await features.unitJobs.run()

    const job = (await call(getUnitJob, { headers, params: { jobID } })).body.details
    assert.equal(job.counts.updated, 1)
    const retention = { kind: 'retention', rawDays: 1, summaryDays: 1 } as const
    const deleting = { dataIDs: [dataID], change: retention }
    assert.equal((await call(updateUnits, { headers, body: deleting })).failure.code, 'access/not-for-programs')
    const watched = { dataIDs: [dataID], change: { kind: 'alert', alertID: 'x' as never } as const }
    assert.equal((await call(updateUnits, { headers, body: watched })).failure.code, 'access/scope-missing')
  })

  it('is one, however often it is sent with the same key, and the own ones are listed', async () => {
    const request = {
      as: admin,
      body: { dataIDs: [await newUnit()], change: { kind: 'active', active: false } as const },
      headers: { 'idempotency-key': 'change-once-0001' },
    }
    const [one, other] = await Promise.all([call(updateUnits, request), call(updateUnits, request)])
    assert.equal(one.body.details.jobID, other.body.details.jobID)
    const listed = (await call(listUnitJobs, { as: admin, query: {} })).body.details
    assert.equal(listed[0]?.jobID, one.body.details.jobID)
    assert.deepEqual((await call(listUnitJobs, { as: stranger, query: {} })).body.details, [])
  })

  it('of one person is refused while five are under way', async () => {
    // They have no units, and would end at the next look.
    await features.handOver()
    const busy = await signInAs({ role: 'admin' })
    const store = createUnitJobStore(db)
    const asked = { kind: 'change', change: { kind: 'active', active: true } } as const
    const ids = []
    for (let n = 0; n < 5; n += 1)
      ids.push(await store.create(asked, { by: busy.userId, tokenId: undefined, entity: busy.entity, now: clock() }))
    const unit = await buildUnit(db, { entity: busy.entity })
    assert.equal((await ask({ kind: 'active', active: false }, [unit.dataId], busy)).failure.code, 'unit/too-many-jobs')
    for (const id of ids) await createJobStore(db).end(id, clock())
  })
})
