import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { getRetention, previewRetention, setRetention } from '@fieldwatch/contract/units/retention'
import { MINUTE_MS, DAY_MS } from '@fieldwatch/contract/time/durations'
import { sql } from 'kysely'
import { isEndedStatement } from '#platform/database/database-away.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { removeOld } from '#records/store/remove-old.ts'
import { createRetentionPreviewStore } from '#records/store/retention-preview-store.ts'
import { createRetentionStore } from '#records/store/retention-store.ts'
import { buildSource, createRecordWriter } from '#records/store/testing/write-records.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { TEST_START } from '#testing/fake-clock.ts'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const portal = { rawDays: 365, summaryDays: undefined }
const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database, retention: portal })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const admin = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: admin.entity })
const stranger = await signInAs({ role: 'admin' })
const below = await buildEntity(db, { parentId: admin.entity, name: 'Below' })
const unit = await buildUnit(db, { entity: admin.entity })
await sendRecords(app, unit, 'level', { level: 1 })
const foreign = await buildUnit(db, { entity: stranger.entity })
const shared = await buildUnit(db, { entity: admin.entity })
await db.insertInto('unitEntity').values({ dataId: shared.dataId, entityId: stranger.entity }).execute()
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

describe('GET retention/preview', () => {
  const preview = (as: SignedInUser, query: { entityID: EntityId; rawDays?: string; summaryDays?: string }) =>
    call(previewRetention, { as, query })

  it('without credentials is refused, by a viewer forbidden, and of another entity as of one that does not exist', async () => {
    const query = { entityID: admin.entity }
    assert.equal((await call(previewRetention, { query })).status, 401)
    assert.equal((await preview(viewer, query)).failure.code, 'access/forbidden')
    const theirs = await preview(admin, { entityID: stranger.entity })
    const missing = await preview(admin, { entityID: 'nothing' as EntityId })
    assert.deepEqual([theirs.status, theirs.failure], [404, missing.failure])
  })

  it('with no day at all is invalid', async () => {
    assert.equal((await preview(admin, { entityID: admin.entity, rawDays: '0' })).failure.code, 'request/invalid')
  })

  it('tells of each number of days what the removal takes with it, in rows and in chunks', async () => {
    const owner = await signInAs({ role: 'admin' })
    const [tank, pump] = [await buildUnit(db, { entity: owner.entity }), await buildUnit(db, { entity: owner.entity })]
    const [old, young] = [await buildSource(db, tank.dataId), await buildSource(db, pump.dataId)]
    const write = (source: number, times: readonly number[]) =>
      createRecordWriter(db, source)(times.map((at) => ({ at, receivedAt: at, fields: { level: 1 } })))
    const ago = (days: number) => TEST_START - days * DAY_MS
    await write(
      old,
      Array.from({ length: 2880 }, (_, minute) => ago(300) + minute * MINUTE_MS),
    )
    await compactSource({ db, workers }, old)
    await write(old, [ago(100)])
    await write(young, [ago(20), ago(10)])
    const asked = async (query: { rawDays?: string; summaryDays?: string }) =>
      (await preview(owner, { entityID: owner.entity, ...query })).body.details

    const unchanged = await asked({})
    const shorter = await asked({ rawDays: '50' })
    const shortest = await asked({ rawDays: '15', summaryDays: '150' })
    await db.updateTable('entity').set({ rawDays: 15, summaryDays: 150 }).where('id', '=', owner.entity).execute()
    const removed = await removeOld({ db, workers, clock, metrics: createMetrics(), log: silentLog, retention: portal })
    const after = await asked({ rawDays: '15', summaryDays: '150' })

    assert.deepEqual(unchanged, {
      kept: { units: 2, records: 2883, oldest: ago(300) },
      removed: { records: { units: 0, records: 0 }, summaries: { units: 0, records: 0 } },
    })
    assert.deepEqual(shorter.removed, {
      records: { units: 1, records: 2881, oldest: ago(300) },
      summaries: { units: 0, records: 0 },
    })
    assert.deepEqual(shortest.removed.records, { units: 2, records: 2882, oldest: ago(300) })
    assert.equal(shortest.removed.summaries.units, 1)
    assert.equal(removed.records, shortest.removed.records.records)
    assert.deepEqual(after.kept, { units: 2, records: 1, oldest: ago(10) })
  })

  it('is given up when it takes long, so that it holds nothing up', async () => {
    const question = { entity: admin.entity, wanted: portal, portal, now: clock(), longestMs: 50 }

    await database.background.db.transaction().execute(async (other) => {
      await sql`lock table record_chunk in access exclusive mode`.execute(other)
      await assert.rejects(
        db.transaction().execute((tx) => createRetentionPreviewStore(tx).preview(question)),
        isEndedStatement,
      )
    })

    const { rows } = await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)
    assert.notEqual(rows[0]?.statementTimeout, '50ms')
  })

  it('leaves out sources with days of their own, and units that another entity keeps longer', async () => {
    const owner = await signInAs({ role: 'admin' })
    const [own, both] = [await buildUnit(db, { entity: owner.entity }), await buildUnit(db, { entity: owner.entity })]
    await db.insertInto('unitEntity').values({ dataId: both.dataId, entityId: stranger.entity }).execute()
    for (const { dataId } of [own, both]) {
      const at = TEST_START - 100 * DAY_MS
      await createRecordWriter(db, await buildSource(db, dataId))([{ at, receivedAt: at, fields: { level: 1 } }])
    }
    await db.updateTable('source').set({ rawDays: 200 }).where('dataId', '=', own.dataId).execute()

    const { body } = await preview(owner, { entityID: owner.entity, rawDays: '30' })

    assert.equal(body.details.kept.records, 2)
    assert.deepEqual(body.details.removed.records, { units: 0, records: 0 })
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
    const key = await db.selectFrom('source').select('sourceKey').where('dataId', '=', unit.dataId).executeTakeFirst()
    const removal = await createRetentionStore(db).list(portal)
    assert.deepEqual(
      removal.find(({ sourceKey }) => sourceKey === key?.sourceKey),
      { sourceKey: key?.sourceKey, rawDays: 7, summaryDays: 400 },
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
    const entries = await db.selectFrom('auditLog').selectAll().where('action', '=', 'set retention').execute()

    assert.deepEqual(
      entries.slice(0, 2).map(({ subjectId, before, after }) => ({ subjectId, before, after })),
      [
        { subjectId: admin.entity, before: { rawDays: null, summaryDays: null }, after: days },
        {
          subjectId: `${unit.dataId}/level`,
          before: { rawDays: null, summaryDays: null },
          after: { rawDays: 7, summaryDays: null },
        },
      ],
    )
  })
})
