import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retainMany } from '#records/retention/retain-many.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { systemRandom } from '#platform/random/random.ts'
import { buildUser } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import type { DataId } from '@fieldwatch/contract/ids'
import { createUnitJobRunner } from './run-unit-jobs.ts'
import { createUnitJobStore } from './unit-job-store.ts'

const { db } = await createTestDatabase()
const clock = createFakeClock()
const bus = createInProcessBus(silentLog)
const admin = await buildUser(db, { role: 'admin' })
const { entity } = admin
const newUnit = async () => (await buildUnit(db, { entity })).dataId
const documentOf = (dataId: DataId) => createUnitStore(db).getDocument(dataId, [entity])

describe('a job on many units', () => {
  const watchToo = async () => ({ added: new Set<string>(), tell: () => undefined })
  const parts = { db, bus, clock, random: systemRandom, log: silentLog, watchToo, retainMany }
  const runner = () => createUnitJobRunner(parts)
  const asked = { kind: 'change', change: { kind: 'active', active: false } } as const

  it('that two workers find changes each unit once', async () => {
    const ids = await Promise.all(Array.from({ length: 450 }, newUnit))
    const store = createUnitJobStore(db)
    const id = await db.transaction().execute(async (tx) => {
      const jobs = createUnitJobStore(tx)
      const made = await jobs.create(asked, { by: admin.id, tokenId: undefined, now: clock() })
      await jobs.addItems(
        made,
        ids.map((dataId, index) => ({ place: index + 1, dataId })),
      )
      return made
    })

    const isOver = () => false
    await Promise.all([runner().runAll(isOver), runner().runAll(isOver), runner().runAll(isOver)])
    await runner().runAll(isOver)

    const [job] = await store.list(admin.id, { id })
    assert.equal(job?.counts.updated, 450)
    const versions = await db.selectFrom('unit').select('version').where('data_id', 'in', ids).execute()
    assert.ok(versions.every(({ version }) => version === 2))
  })

  it('is gone on with by the next server, from where the last one stopped', async () => {
    const ids = await Promise.all(Array.from({ length: 250 }, newUnit))
    const store = createUnitJobStore(db)
    const id = await store.create(asked, { by: admin.id, tokenId: undefined, now: clock() })
    await store.addItems(
      id,
      ids.map((dataId, index) => ({ place: index + 1, dataId })),
    )
    let steps = 0
    await runner().runAll(() => (steps += 1) > 1)
    const [half] = await store.list(admin.id, { id })
    assert.deepEqual([half?.counts.updated, half?.endedAt], [200, undefined])

    await runner().runAll(() => false)

    const [whole] = await store.list(admin.id, { id })
    assert.deepEqual([whole?.counts.updated, whole?.counts.open], [250, 0])
    assert.notEqual(whole?.endedAt, undefined)
  })

  it('of somebody who is no admin any more refuses what is left', async () => {
    const former = await buildUser(db, { role: 'admin', entity_id: entity })
    const dataId = await newUnit()
    const store = createUnitJobStore(db)
    const id = await store.create(asked, { by: former.id, tokenId: undefined, now: clock() })
    await store.addItems(id, [{ place: 1, dataId }])
    await db.updateTable('app_user').set({ role: 'viewer' }).where('id', '=', former.id).execute()

    await runner().runAll(() => false)

    const [result] = await store.listResults(id, { reach: [entity], after: 0, limit: 1 })
    assert.deepEqual([result?.result, result?.message], ['refused', 'You may not do this.'])
    assert.equal((await documentOf(dataId)).active, true)
  })

  it('is forgotten a month after it ended', async () => {
    const store = createUnitJobStore(db)
    const id = await store.create(asked, { by: admin.id, tokenId: undefined, now: clock() })
    await store.end(id, clock())
    await store.removeOld(clock())
    assert.equal((await store.list(admin.id, { id })).length, 1)
    await store.removeOld(clock() + 1)
    assert.deepEqual(await store.list(admin.id, { id }), [])
  })
})
