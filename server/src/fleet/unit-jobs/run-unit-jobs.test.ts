import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retainMany } from '#features/retention/retain-many.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createJobStore } from '#platform/jobs/job-store.ts'
import { STARTER_LOST_RIGHT } from '#people/credentials/find-starter.ts'
import { systemRandom } from '#platform/random/random.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { ONE_TURN } from '#testing/one-turn.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { listUnitJobs, listUnitResults, stopUnitJob as stopUnitJobEndpoint } from '@fieldwatch/contract/units/unit-jobs'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createUnitJobWork } from './run-unit-jobs.ts'
import { stopUnitJob } from './begin-unit-job.ts'
import { createUnitJobStore } from './unit-job-store.ts'

const database = await createTestDatabase()
const { db } = database
const clock = createFakeClock()
const bus = createInProcessBus(silentLog)
const admin = await buildUser(db, { role: 'admin' })
const { entity } = admin
// A server that does not work on jobs itself.
const { call, signInAs, signInWith } = await createTestApp({ database, clock, bus, roles: new Set(['http', 'ingest']) })
const newUnit = async () => (await buildUnit(db, { entity })).dataId
const documentOf = (dataId: DataId) => createUnitStore(db).getDocument(dataId, [entity])

describe('a job on many units', () => {
  const watchToo = async () => ({ added: new Set<string>(), tell: () => undefined })
  const removeUnit = async () => () => undefined
  const followChange = async () => () => undefined
  const does = { watchToo, retainMany, removeUnit, followChange }
  const parts = { db, server: 'this server', bus, clock, random: systemRandom, log: silentLog, ...does }
  const runner = () => createUnitJobWork(parts)
  const asked = { kind: 'change', change: { kind: 'active', active: false } } as const
  const begun = { by: admin.id, tokenId: undefined, entity, now: clock() }
  const reader = { userId: admin.id, reach: [entity] }

  it('that two workers find changes each unit once', async () => {
    const ids = await Promise.all(Array.from({ length: 450 }, newUnit))
    const store = createUnitJobStore(db)
    const id = await db.transaction().execute(async (tx) => {
      const jobs = createUnitJobStore(tx)
      const made = await jobs.create(asked, begun)
      await jobs.addItems(
        made,
        ids.map((dataId, index) => ({ place: index + 1, dataId })),
      )
      return made
    })

    await Promise.all([runner().run(ONE_TURN), runner().run(ONE_TURN), runner().run(ONE_TURN)])
    await runner().run(ONE_TURN)

    const [job] = await store.list(reader, { which: { id } })
    assert.equal(job?.counts.updated, 450)
    const versions = await db.selectFrom('unit').select('version').where('dataId', 'in', ids).execute()
    assert.ok(versions.every(({ version }) => version === 2))
  })

  it('is gone on with by the next server, from where the last one stopped', async () => {
    const ids = await Promise.all(Array.from({ length: 250 }, newUnit))
    const store = createUnitJobStore(db)
    const id = await store.create(asked, begun)
    await store.addItems(
      id,
      ids.map((dataId, index) => ({ place: index + 1, dataId })),
    )
    await runOneStep()
    const [half] = await store.list(reader, { which: { id } })
    assert.deepEqual([half?.counts.updated, half?.endedAt], [200, undefined])

    await runner().run(ONE_TURN)

    const [whole] = await store.list(reader, { which: { id } })
    assert.deepEqual([whole?.counts.updated, whole?.counts.open], [250, 0])
    assert.notEqual(whole?.endedAt, undefined)
  })

  /** As a server that is stopped after the first units. */
  async function runOneStep(): Promise<void> {
    const closing = new AbortController()
    const unsubscribe = bus.subscribe('unit-changed', () => closing.abort())
    await runner().run({ ...ONE_TURN, signal: closing.signal })
    unsubscribe()
  }

  /** A job of so many new units. */
  async function begin(units: number) {
    const ids = await Promise.all(Array.from({ length: units }, newUnit))
    const store = createUnitJobStore(db)
    const id = await store.create(asked, begun)
    await store.addItems(
      id,
      ids.map((dataId, index) => ({ place: index + 1, dataId })),
    )
    const countChanged = async () => {
      const rows = await db.selectFrom('unit').select('version').where('dataId', 'in', ids).execute()
      return rows.filter(({ version }) => version === 2).length
    }
    return { id, store, countChanged }
  }
  const stop = (jobId: number) =>
    stopUnitJob({ db, clock }, { ...reader, role: 'admin', permissions: [], entity }, jobId)

  it('that is stopped between two steps changes no more units, whichever server continues', async () => {
    const { id, store, countChanged } = await begin(250)
    await runOneStep()

    await stop(id)
    await Promise.all([runner().run(ONE_TURN), runner().run(ONE_TURN)])

    const [job] = await store.list(reader, { which: { id } })
    assert.deepEqual([job?.counts.updated, job?.counts.stopped, await countChanged()], [200, 50, 200])
  })

  it('that is stopped while two servers work on it has the right result for each unit', async () => {
    const { id, store, countChanged } = await begin(450)

    await Promise.all([runner().run(ONE_TURN), runner().run(ONE_TURN), stop(id), stop(id)])
    await runner().run(ONE_TURN)

    const [job] = await store.list(reader, { which: { id } })
    const { updated, stopped = 0, open } = job?.counts ?? {}
    assert.deepEqual([open, stopped, await countChanged()], [0, 450 - (updated ?? 0), updated])
  })

  it('of a person who is no longer an admin refuses the rest', async () => {
    const former = await buildUser(db, { role: 'admin', entityId: entity })
    const dataId = await newUnit()
    const store = createUnitJobStore(db)
    const id = await store.create(asked, { ...begun, by: former.id })
    await store.addItems(id, [{ place: 1, dataId }])
    await db.updateTable('appUser').set({ role: 'viewer' }).where('id', '=', former.id).execute()

    await runner().run(ONE_TURN)

    const [result] = await store.listResults(id, { reach: [entity], after: 0, limit: 1 })
    assert.deepEqual([result?.result, result?.message], ['refused', STARTER_LOST_RIGHT])
    assert.equal((await documentOf(dataId)).active, true)
  })

  it('is forgotten a month after it ended', async () => {
    const store = createUnitJobStore(db)
    const id = await store.create(asked, begun)
    const jobs = createJobStore(db)
    await jobs.end(id, clock())
    await jobs.removeOld(['change units'], clock())
    assert.equal((await store.list(reader, { which: { id } })).length, 1)
    await jobs.removeOld(['change units'], clock() + 1)
    assert.deepEqual(await store.list(reader, { which: { id } }), [])
  })
})

describe('a job on many units that a person stops', () => {
  const change = { kind: 'active', active: false } as const

  /** One of three units, of which the first is done. */
  async function half(as: SignedInUser): Promise<number> {
    const ids = await Promise.all([1, 2, 3].map(async () => (await buildUnit(db, { entity: as.entity })).dataId))
    const store = createUnitJobStore(db)
    const begun = { by: as.userId, tokenId: undefined, entity: as.entity, now: clock() }
    const id = await store.create({ kind: 'change', change }, begun)
    await store.addItems(
      id,
      ids.map((dataId, index) => ({ place: index + 1, dataId })),
    )
    await store.finish(id, [{ place: 1, result: 'updated' }])
    return id
  }

  const stop = (as: SignedInUser, jobID: number) => call(stopUnitJobEndpoint, { as, params: { jobID } })
  const stopsOf = async (jobID: number) =>
    db
      .selectFrom('auditLog')
      .select(['action', 'userId as by', 'entityId as entity', 'after'])
      .where('subjectKind', '=', 'unit job')
      .where('subjectId', '=', String(jobID))
      .execute()

  it('keeps what is done, and leaves the rest with who stopped it', async () => {
    const ada = await signInWith((await buildUser(db, { role: 'admin', firstName: 'Ada', lastName: 'Byron' })).email)
    const jobID = await half(ada)

    const { details } = (await stop(ada, jobID)).body

    const { endedUTC, stopped, counts } = details
    assert.deepEqual(counts, { open: 0, created: 0, updated: 1, unchanged: 0, refused: 0, stopped: 2, removed: 0 })
    assert.deepEqual(stopped, { atUTC: endedUTC, by: 'Ada Byron' })
    const results = (await call(listUnitResults, { as: ada, params: { jobID } })).body.details
    assert.deepEqual(
      results.map(({ result, message }) => [result, message]),
      [
        ['updated', ''],
        ['stopped', 'Not done: stopped by Ada Byron.'],
        ['stopped', 'Not done: stopped by Ada Byron.'],
      ],
    )
    assert.deepEqual(await stopsOf(jobID), [
      { action: 'stop change of units', by: ada.userId, entity: ada.entity, after: { ...change, notDone: 2 } },
    ])
  })

  it('is stopped once, however often it is asked for, and stays as it ended', async () => {
    const ada = await signInAs({ role: 'admin' })
    const jobID = await half(ada)

    const replies = await Promise.all([stop(ada, jobID), stop(ada, jobID), stop(ada, jobID)])
    clock.advance(1000)
    const late = await stop(ada, jobID)

    for (const { body } of replies) assert.deepEqual(body.details, late.body.details)
    assert.equal((await stopsOf(jobID)).length, 1)
    const ended = await half(ada)
    await createJobStore(db).end(ended, clock())
    assert.equal((await stop(ada, ended)).body.details.stopped, null)
    assert.deepEqual(await stopsOf(ended), [])
  })

  it('is found and stopped only by admins who have the entity in reach in which it was begun', async () => {
    const top = await signInAs({ role: 'admin' })
    const below = await buildEntity(db, { parentId: top.entity })
    const beginner = await signInAs({ role: 'admin', entity: below })
    const viewer = await signInAs({ entity: below })
    const stranger = await signInAs({ role: 'admin' })
    const jobID = await half(beginner)

    assert.equal((await call(stopUnitJobEndpoint, { params: { jobID } })).failure.code, 'auth/missing-token')
    assert.equal((await stop(viewer, jobID)).failure.code, 'access/forbidden')
    assert.equal((await stop(stranger, jobID)).failure.code, 'unit/job-not-found')
    assert.equal((await stop(top, 999_999)).failure.code, 'unit/job-not-found')
    const runningOf = async (as: SignedInUser) =>
      (await call(listUnitJobs, { as, query: { which: 'running' } })).body.details.map(({ jobID: id }) => id)
    assert.deepEqual([await runningOf(top), await runningOf(stranger)], [[jobID], []])
    assert.equal((await stop(top, jobID)).body.details.stopped?.by, top.email)
    assert.deepEqual(await runningOf(top), [])

    // Who began it does not see people of the entity above.
    const [, left] = (await call(listUnitResults, { as: beginner, params: { jobID } })).body.details
    assert.equal(left?.message, 'Not done: it was stopped.')
  })
})
