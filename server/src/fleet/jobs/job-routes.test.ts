import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { listJobs } from '@fieldwatch/contract/jobs/jobs'
import { deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { stopUnitJob, updateUnits } from '@fieldwatch/contract/units/unit-jobs'
import { createJobStore } from '#platform/jobs/job-store.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db } = database
// A server that does no jobs itself.
const { app, call, clock, signInAs, signInWith } = await createTestApp({ database, roles: new Set(['http', 'ingest']) })

const listFor = async (as: SignedInUser) => (await call(listJobs, { as })).body.details

it('work in progress is listed for those who have the entity in reach in which it began, until it ends', async () => {
  const top = await signInAs({ role: 'admin' })
  const entity = await buildEntity(db, { parentId: top.entity })
  const person = await buildUser(db, { role: 'admin', entityId: entity, firstName: 'Ada', lastName: 'Byron' })
  const admin = await signInWith(person.email)
  const stranger = await signInAs({ role: 'admin' })
  const viewer = await signInAs({ entity })
  const [pump, tank, other] = [
    await buildUnit(db, { entity, friendlyName: 'Pump 1' }),
    await buildUnit(db, { entity, friendlyName: 'Tank' }),
    await buildUnit(db, { entity }),
  ]
  await sendRecords(app, tank, 'level', { temp: 1 })
  const body = { dataIDs: [tank.dataId, other.dataId], change: { kind: 'active' as const, active: true } }
  const { jobID } = (await call(updateUnits, { as: admin, body })).body.details
  const unit = { params: { dataID: pump.dataId }, body: { confirm: 'Pump 1' } }
  assert.equal((await call(deleteUnit, { as: admin, ...unit })).status, 200)
  const source = { params: { dataID: tank.dataId }, body: { source: 'level', confirm: 'level' } }
  assert.equal((await call(deleteSource, { as: admin, ...source })).status, 200)

  const listed = await listFor(admin)

  const begun = { createdUTC: new Date(clock()).toISOString(), createdBy: 'Ada Byron', done: 0, failures: 0 }
  assert.deepEqual(
    listed.map(({ jobID: _id, ...job }) => job),
    [
      { ...begun, kind: 'delete source', name: 'Tank: level', total: null, mayStop: false },
      { ...begun, kind: 'delete unit', name: 'Pump 1', total: null, mayStop: false },
      { ...begun, kind: 'change units', name: null, total: 2, mayStop: true },
    ],
  )
  assert.deepEqual(await listFor(top), listed)
  assert.deepEqual(await listFor(stranger), [])
  assert.equal((await call(listJobs, { as: viewer })).failure.code, 'access/forbidden')
  await call(stopUnitJob, { as: top, params: { jobID } })
  assert.deepEqual(
    (await listFor(admin)).map(({ kind }) => kind),
    ['delete source', 'delete unit'],
  )
})

it('work in progress says how often its next step failed', async () => {
  const admin = await signInAs({ role: 'admin' })
  const jobs = createJobStore(db)
  const by: UserId = admin.userId
  const id = await jobs.add({ kind: 'failing', name: 'A', by, entity: admin.entity, now: clock() })
  for (let tries = 0; tries < 2; tries += 1) {
    await jobs.claimNext(['failing'], 'one', clock())
    await jobs.putOff({ id: id ?? 0 }, 'one', clock())
  }

  const [job] = await listFor(admin)

  assert.deepEqual([job?.jobID, job?.failures], [id, 2])
})
