import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { getState } from '@fieldwatch/contract/replay/state'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })

interface Asked {
  readonly at: string
  readonly asKnownAt?: string
  readonly subjects?: string[]
}

async function ask(dataIDs: readonly string[], asked: Asked, as = admin) {
  const { body } = await call(getState, { as, body: { dataIDs: dataIDs as DataId[], ...asked } })
  return body.details.units
}

async function askOne(dataId: string, asked: Asked, as = admin) {
  const [unit] = await ask([dataId], asked, as)
  assert.ok(unit)
  return unit
}

const minutesAgo = (minutes: number): string => new Date(clock() - minutes * 60_000).toISOString()

describe('POST state', () => {
  it('returns the last record of each source up to the moment', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, unit, 'probe', [
      { messageUTC: minutesAgo(30), level: 1 },
      { messageUTC: minutesAgo(20), level: 2 },
      { messageUTC: minutesAgo(10), level: 3 },
    ])
    await sendRecords(app, unit, 'door', { messageUTC: minutesAgo(5), open: true })

    const state = await askOne(unit.dataId, { at: minutesAgo(15) })
    const later = await askOne(unit.dataId, { at: minutesAgo(5) })

    assert.deepEqual(
      state.records.map(({ subject, record }) => [subject, record['level'], record.messageUTC]),
      [['probe', 2, minutesAgo(20)]],
    )
    assert.deepEqual(
      later.records.map(({ subject }) => subject),
      ['door', 'probe'],
    )
  })

  it('leaves out what had not arrived, for what was known then', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const known = await arriveAt(unit, { messageUTC: minutesAgo(60), level: 1 })
    clock.advance(120_000)
    await sendRecords(app, unit, 'probe', { messageUTC: minutesAgo(61), level: 2 })

    const at = minutesAgo(50)
    const now = await askOne(unit.dataId, { at })
    const then = await askOne(unit.dataId, { at, asKnownAt: known })

    assert.equal(now.records[0]?.record['level'], 2)
    assert.equal(then.records[0]?.record['level'], 1)
  })

  it('says where the unit was, of the last record with a position', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, unit, 'location', [
      { messageUTC: minutesAgo(30), lat: 48, lon: 11 },
      { messageUTC: minutesAgo(20), lat: 49, lon: 12 },
      { messageUTC: minutesAgo(19), speed: 3 },
    ])

    const early = await askOne(unit.dataId, { at: minutesAgo(25) })
    const late = await askOne(unit.dataId, { at: minutesAgo(10), subjects: [] })
    const before = await askOne(unit.dataId, { at: minutesAgo(40) })

    assert.deepEqual(early.position, { lat: 48, lon: 11, atUTC: minutesAgo(30) })
    assert.deepEqual(late.position, { lat: 49, lon: 12, atUTC: minutesAgo(20) })
    assert.deepEqual(late.records, [])
    assert.equal(before.position, null)
  })

  it('says when the unit was last active: by its records, or by what had arrived', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, unit, 'probe', { messageUTC: minutesAgo(60), level: 1 })
    const arrived = new Date(clock()).toISOString()
    clock.advance(120_000)
    const asKnownAt = new Date(clock()).toISOString()

    const now = await askOne(unit.dataId, { at: minutesAgo(0) })
    const then = await askOne(unit.dataId, { at: minutesAgo(0), asKnownAt })
    const before = await askOne(unit.dataId, { at: minutesAgo(90) })

    assert.equal(now.lastActivityUTC, minutesAgo(62))
    assert.equal(then.lastActivityUTC?.slice(0, 19), arrived.slice(0, 19))
    assert.equal(before.lastActivityUTC, null)
  })

  it('says whether the unit was deactivated', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    clock.advance(30_000)
    const before = new Date(clock()).toISOString()
    clock.advance(30_000)
    const { status } = await call(administerUnit, {
      as: admin,
      params: { dataID: unit.dataId },
      body: { active: false },
    })
    assert.equal(status, 200)
    clock.advance(30_000)

    assert.equal((await askOne(unit.dataId, { at: before })).active, true)
    assert.equal((await askOne(unit.dataId, { at: minutesAgo(0) })).active, false)
  })

  it('leaves out units that are out of reach or not there, and names each once', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const foreign = await buildUnit(db)

    const found = await ask([unit.dataId, foreign.dataId, 'missing', unit.dataId], { at: minutesAgo(0) })

    assert.deepEqual(
      found.map(({ dataID }) => dataID),
      [unit.dataId],
    )
  })

  it('shows the history of requests to admins only', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const viewer = await signInAs({ entity: admin.entity })
    await sendRecords(app, unit, 'action_result', { action_id: 1, actionClass: 'Unit', action: 'Ping', status: 'OK' })
    await sendRecords(app, unit, 'probe', { level: 1 })
    const namesFor = async (as: typeof admin) =>
      (await askOne(unit.dataId, { at: minutesAgo(0) }, as)).records.map(({ subject }) => subject)

    assert.deepEqual(await namesFor(admin), ['action_result', 'probe'])
    assert.deepEqual(await namesFor(viewer), ['probe'])
  })
})

/** Sends a record and returns a moment by which it had arrived, and at which later ones had not. */
async function arriveAt(unit: Awaited<ReturnType<typeof buildUnit>>, record: object): Promise<string> {
  await sendRecords(app, unit, 'probe', record)
  clock.advance(30_000)
  return new Date(clock()).toISOString()
}
