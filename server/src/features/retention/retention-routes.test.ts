import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { getRetention, setRetention } from '@fieldwatch/contract/units/retention'
import { createRetentionStore } from '#records/store/retention-store.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const portal = { rawDays: 365, summaryDays: undefined }
const database = await createTestDatabase()
const { app, db, call, signInAs } = await createTestApp({ database, retention: portal })
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const below = await buildEntity(db, { parent_id: admin.entity, name: 'Below' })
const unit = await buildUnit(db, { entity: admin.entity })
await sendRecords(app, unit, 'level', { level: 1 })
const foreign = await buildUnit(db, { entity: stranger.entity })
const shared = await buildUnit(db, { entity: admin.entity })
await db.insertInto('unit_entity').values({ data_id: shared.dataId, entity_id: stranger.entity }).execute()
await sendRecords(app, shared, 'level', { level: 1 })

const ofUnit = async (dataID = unit.dataId) => (await call(getRetention, { as: admin, query: { dataID } })).body.details
const days = { rawDays: 30, summaryDays: 400 }
const level = 'level' as SourceName

describe('GET retention', () => {
  it('without credentials is refused, by a viewer forbidden', async () => {
    assert.equal((await call(getRetention, { query: {} })).status, 401)
    assert.equal((await call(getRetention, { as: viewer, query: {} })).failure.code, 'access/forbidden')
  })

  it('of a unit of another entity answers as of one that does not exist', async () => {
    const theirs = await call(getRetention, { as: admin, query: { dataID: foreign.dataId } })
    const missing = await call(getRetention, { as: admin, query: { dataID: 'nothing' } })
    assert.deepEqual([theirs.status, theirs.failure], [404, missing.failure])
  })

  it('shows what the portal, the entities in reach and the sources of a unit keep', async () => {
    const { body } = await call(getRetention, { as: admin, query: {} })
    assert.deepEqual(body.details.portal, { rawDays: 365, summaryDays: null })
    assert.deepEqual(new Set(body.details.entities.map(({ entityID }) => entityID)), new Set([admin.entity, below]))
    assert.deepEqual((await ofUnit()).sources, [
      { source: level, rawDays: null, summaryDays: null, effective: { rawDays: 365, summaryDays: null }, version: 1 },
    ])
  })
})

describe('PUT retention', () => {
  const body = { entityID: admin.entity, ...days }

  it('without credentials is refused, by a viewer forbidden', async () => {
    assert.equal((await call(setRetention, { body })).status, 401)
    assert.equal((await call(setRetention, { as: viewer, body })).failure.code, 'access/forbidden')
  })

  it('of another entity or its unit answers as for what does not exist', async () => {
    const entity = await call(setRetention, { as: admin, body: { ...body, entityID: stranger.entity } })
    assert.equal(entity.failure.code, 'entity/not-found')
    const source = { dataID: foreign.dataId, source: level, ...days }
    assert.equal((await call(setRetention, { as: admin, body: source })).failure.code, 'unit/not-found')
  })

  it('of a source of a unit that is another entity’s too is refused', async () => {
    const { status, failure } = await call(setRetention, {
      as: admin,
      body: { dataID: shared.dataId, source: level, ...days },
    })

    assert.deepEqual([status, failure.code], [403, 'unit/shared'])
    assert.equal((await ofUnit(shared.dataId)).mayChangeSources, false)
  })

  for (const [what, wrong] of [
    ['no day at all', { rawDays: 0 }],
    ['summaries shorter than records', { summaryDays: 29 }],
    ['both an entity and a unit', { dataID: unit.dataId, source: 'level' }],
  ] as const) {
    it(`with ${what} is invalid`, async () => {
      const { failure } = await call(setRetention, { as: admin, body: { ...body, ...wrong } })
      assert.equal(failure.code, 'request/invalid')
    })
  }

  it('of a source that is not there is missing', async () => {
    const wanted = { dataID: unit.dataId, source: 'nothing', ...days }
    assert.equal((await call(setRetention, { as: admin, body: wanted })).failure.code, 'data/not-found')
  })

  it('counts for the entity, and before it for the source, as the removal sees it', async () => {
    await call(setRetention, { as: admin, body })
    const [entity] = (await ofUnit()).sources
    assert.deepEqual(entity?.effective, days)

    await call(setRetention, { as: admin, body: { dataID: unit.dataId, source: level, rawDays: 7, summaryDays: null } })

    const { sources, entities } = await ofUnit()
    assert.deepEqual(entities, [{ entityID: admin.entity, ...days, version: 2 }])
    assert.deepEqual(sources[0]?.effective, { rawDays: 7, summaryDays: 400 })
    const key = await db.selectFrom('source').select('source_key').where('data_id', '=', unit.dataId).executeTakeFirst()
    const removal = await createRetentionStore(db).list(portal)
    assert.deepEqual(
      removal.find(({ sourceKey }) => sourceKey === key?.source_key),
      { sourceKey: key?.source_key, rawDays: 7, summaryDays: 400 },
    )
  })

  it('that names one number leaves the other, and is judged with it', async () => {
    const target = { dataID: unit.dataId, source: level }

    const kept = await call(setRetention, { as: admin, body: { ...target, summaryDays: 20 } })
    const refused = await call(setRetention, { as: admin, body: { ...target, rawDays: 21 } })

    assert.equal(kept.status, 200)
    assert.deepEqual(
      [refused.failure.code, refused.failure.details?.fields],
      ['request/invalid', { summaryDays: 'Summaries are kept at least as long as the records.' }],
    )
    const [{ rawDays, summaryDays } = {}] = (await ofUnit()).sources
    assert.deepEqual([rawDays, summaryDays], [7, 20])
    await call(setRetention, { as: admin, body: { ...target, summaryDays: null } })
  })

  it('is written to the audit log with what was before', async () => {
    const entries = await db.selectFrom('audit_log').selectAll().where('action', '=', 'set retention').execute()

    assert.deepEqual(
      entries.slice(0, 2).map(({ subject_id, before, after }) => ({ subject_id, before, after })),
      [
        { subject_id: admin.entity, before: { rawDays: null, summaryDays: null }, after: days },
        {
          subject_id: `${unit.dataId}/level`,
          before: { rawDays: null, summaryDays: null },
          after: { rawDays: 7, summaryDays: null },
        },
      ],
    )
  })
})
