import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { explainSilence } from '@fieldwatch/contract/units/unit-silence'
import { sql } from 'kysely'
import { compactSource } from '#records/store/compact-source.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({ database })
let owner = await signInAs({ role: 'admin' })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const MINUTE = 60_000

/** Tokens last for a quarter of an hour. */
async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  owner = await signInWith(owner.email)
  await features.alertTimers.run()
}

interface Watched {
  unit: BuiltUnit
  id: AlertId
}

async function watch(given: object = {}): Promise<Watched> {
  const unit = await buildUnit(db, { entity: owner.entity })
  await sendRecords(app, unit, 'room', { temp: 1 })
  const body = { name: 'Silent', type: 'silence' as const, devices: [unit.dataId], ...given }
  const { body: reply, failure } = await call(createAlert, { as: owner, body })
  assert.ok(reply.details, JSON.stringify(failure))
  return { unit, id: reply.details.alertID }
}

async function stateOf({ id }: Watched) {
  return (await call(listAlerts, { as: owner, query: { alertID: id } })).body.details[0]?.states[0]
}

async function kindsOf({ id }: Watched): Promise<string[]> {
  const rows = await db.selectFrom('alertNotification').select('kind').where('alertId', '=', id).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

async function compact({ dataId }: BuiltUnit): Promise<void> {
  const keys = await db.selectFrom('source').select('sourceKey').where('dataId', '=', dataId).execute()
  for (const { sourceKey: key } of keys) await compactSource({ db, workers }, key)
}

async function pauseRoom({ unit }: Watched, pausedData: string[]): Promise<void> {
  await sql`update unit set paused_data = ${pausedData} where data_id = ${unit.dataId}`.execute(db)
}

describe('an alert on silence', () => {
  it('notifies once that a unit has become silent, and once that it is back', async () => {
    const watched = await watch({ silentSeconds: 600 })
    await pass(9 * MINUTE)
    const before = (await stateOf(watched))?.status
    await pass(2 * MINUTE)
    const silent = await stateOf(watched)
    await pass(30 * MINUTE)
    await sendRecords(app, watched.unit, 'room', { temp: 2 })
    await pass(6_000)

    assert.deepEqual([before, silent?.status, (await stateOf(watched))?.status], ['ok', 'high', 'ok'])
    assert.deepEqual(await kindsOf(watched), ['alarm', 'all-clear'])
    assert.equal(silent?.silentSeconds, 600)
  })

  it('says when the last message arrived, as the health of the unit does', async () => {
    const watched = await watch({ silentSeconds: 600 })
    await pass(3 * MINUTE)
    await sendRecords(app, watched.unit, 'room', { temp: 2 })
    await pass(MINUTE)

    const health = await call(explainSilence, { as: owner, query: { dataID: watched.unit.dataId } })
    const arrived = new Date(clock() - MINUTE).toISOString()
    assert.deepEqual([(await stateOf(watched))?.lastUTC, health.body.details.lastRecordUTC], [arrived, arrived])
  })

  it('is explained in the language of the reader', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    const explain = async (language: string) =>
      (
        await call(explainSilence, {
          as: owner,
          query: { dataID: unit.dataId },
          headers: { 'accept-language': language },
        })
      ).body.details.sentence

    assert.match(await explain('de'), /^Das Gerät hat sich nicht verbunden, seit es vor [\w., ]+ hinzugefügt wurde\.$/)
    assert.match(await explain('en'), /^The unit has not connected since it was added [\w., ]+ ago\.$/)
  })

  it('is not triggered as long as any source of the unit sends, but that of one source is', async () => {
    const [ofUnit, ofSource] = [
      await watch({ silentSeconds: 600 }),
      await watch({ silentSeconds: 600, source: 'room' }),
    ]
    await pass(8 * MINUTE)
    for (const { unit } of [ofUnit, ofSource]) await sendRecords(app, unit, 'door', { open: true })
    await pass(4 * MINUTE)

    assert.deepEqual([(await stateOf(ofUnit))?.status, (await stateOf(ofSource))?.status], ['ok', 'high'])
  })

  it('learns from how often records come', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    for (let count = 0; count < 12; count += 1) {
      await sendRecords(app, unit, 'room', { temp: count })
      clock.advance(5 * MINUTE)
    }
    owner = await signInWith(owner.email)
    const body = { name: 'Silent', type: 'silence' as const, devices: [unit.dataId], graceSeconds: 60 }
    const id = (await call(createAlert, { as: owner, body })).body.details.alertID
    const watched = { unit, id }
    await features.alertTimers.run()

    await pass(4 * MINUTE)
    const before = await stateOf(watched)
    await pass(2 * MINUTE)

    assert.equal(before?.silentSeconds, 600)
    assert.deepEqual([before?.status, (await stateOf(watched))?.status], ['ok', 'high'])
  })

  it('is not taught by the answers to requests, and not by a source with few records', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    for (let day = 0; day < 8; day += 1) {
      await sendRecords(app, unit, 'room', { temp: day })
      clock.advance(24 * 60 * MINUTE)
    }
    for (let count = 0; count < 8; count += 1) {
      await sendRecords(app, unit, 'action_result', { action_id: 900_000 + count, status: 'OK' })
      clock.advance(MINUTE)
    }
    await sendRecords(app, unit, 'boot', { version: 2 })
    owner = await signInWith(owner.email)
    const body = { name: 'Silent', type: 'silence' as const, devices: [unit.dataId], graceSeconds: 0 }
    const watched = { unit, id: (await call(createAlert, { as: owner, body })).body.details.alertID }

    await pass(20 * 60 * MINUTE)
    await pass(6_000)

    assert.deepEqual(
      [(await stateOf(watched))?.silentSeconds, (await stateOf(watched))?.status],
      [2 * 24 * 60 * 60, 'ok'],
    )
  })

  it('does not take what the portal writes for a sign of life', async () => {
    const watched = await watch({ silentSeconds: 600 })
    await pass(11 * MINUTE)
    const body = { dataID: watched.unit.dataId, actionClass: 'Unit' as const, payload: { Ping: '' } }
    const asked = await call(postAction, { as: owner, body })
    assert.equal(asked.status, 200, JSON.stringify(asked.failure))
    await features.requests.tidy()
    clock.advance(25 * 60 * MINUTE)
    await features.requests.tidy()
    await pass(6_000)
    const { rows } = await sql`
      select name from source where data_id = ${watched.unit.dataId} order by name`.execute(db)
    const { body: health } = await call(explainSilence, { as: owner, query: { dataID: watched.unit.dataId } })

    assert.deepEqual(rows, [{ name: 'action_request' }, { name: 'action_result' }, { name: 'room' }])
    assert.equal((await stateOf(watched))?.status, 'high')
    assert.notEqual(health.details.reason, 'not-silent')
    assert.equal(health.details.lastSource, 'room')
  })

  it('of a calculated source is triggered when no results come, and OK again with the next one', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    await sendRecords(app, unit, 'room', { temp: 1 })
    const calculation = {
      dataID: unit.dataId,
      name: 'double',
      equation: 'room.temp * 2',
      unit: 'C',
      startDate: new Date(clock()).toISOString(),
      values: [{ source: 'room', field: 'temp' }],
    }
    const made = await call(createCalculation, { as: owner, body: calculation })
    assert.equal(made.status, 200, JSON.stringify(made.failure))
    // It begins by the clock of the database.
    const last = { lastReceivedAt: new Date(clock()) }
    await db.updateTable('source').set(last).where('dataId', '=', unit.dataId).execute()
    const body = {
      name: 'Silent',
      type: 'silence' as const,
      devices: [unit.dataId],
      source: 'double',
      silentSeconds: 600,
    }
    const watched = { unit, id: (await call(createAlert, { as: owner, body })).body.details.alertID }
    const states: (string | undefined)[] = []
    for (const minutes of [8, 8, 11]) {
      await sendRecords(app, unit, 'room', { temp: minutes })
      await features.calculations.run()
      await pass(minutes * MINUTE)
      states.push((await stateOf(watched))?.status)
    }
    await sendRecords(app, unit, 'room', { temp: 2 })
    await features.calculations.run()
    await pass(6_000)

    assert.deepEqual([...states, (await stateOf(watched))?.status], ['ok', 'ok', 'high', 'ok'])
  })

  it('is judged for all others when the records of one cannot be read', async () => {
    const [broken, fine] = [await watch(), await watch({ silentSeconds: 600 })]
    await compact(broken.unit)
    await sql`
      update record_column set data = '\\x00' where source_key in (
        select source_key from source where data_id = ${broken.unit.dataId}
      )`.execute(db)

    await pass(6_000)
    await pass(65 * MINUTE)

    assert.equal((await stateOf(fine))?.status, 'high')
    assert.deepEqual([(await stateOf(broken))?.silentSeconds, (await stateOf(broken))?.status], [3_600, 'high'])
  })

  // spec 2-4-21
  it('rests while the unit is deactivated or the source is paused, and judges from the beginning afterwards', async () => {
    const [off, paused] = [
      await watch({ silentSeconds: 600, interval: 600 }),
      await watch({ silentSeconds: 600, source: 'room', interval: 600 }),
    ]
    await pass(11 * MINUTE)
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', off.unit.dataId).execute()
    await pauseRoom(paused, ['room'])

    await pass(60 * MINUTE)
    const resting = [await stateOf(off), await stateOf(paused)]
    await db.updateTable('unit').set({ active: true }).where('dataId', '=', off.unit.dataId).execute()
    await pauseRoom(paused, [])
    await pass(6_000)
    const back = [await stateOf(off), await stateOf(paused)]
    await pass(11 * MINUTE)

    assert.deepEqual(
      resting.map((state) => [state?.status, state?.resting]),
      [
        ['ok', 'deactivated'],
        ['ok', 'paused'],
      ],
    )
    assert.deepEqual(
      back.map((state) => [state?.status, state?.resting]),
      [
        ['ok', null],
        ['ok', null],
      ],
    )
    for (const watched of [off, paused]) {
      assert.equal((await stateOf(watched))?.status, 'high')
      assert.deepEqual(await kindsOf(watched), ['alarm', 'ended', 'alarm'])
      const { history } = (await call(listAlertHistory, { as: owner, query: { alertID: watched.id } })).body.details
      assert.deepEqual(
        history.map(({ happening }) => happening),
        ['high', 'resumed', 'rested', 'high'],
      )
    }
  })

  it('says nothing of a unit that is deactivated, or of a source that is paused', async () => {
    const [off, paused] = [await watch({ silentSeconds: 600 }), await watch({ silentSeconds: 600, source: 'room' })]
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', off.unit.dataId).execute()
    await db
      .updateTable('unit')
      .set({ pausedData: ['room' as never] })
      .where('dataId', '=', paused.unit.dataId)
      .execute()

    await pass(20 * MINUTE)

    assert.deepEqual([(await stateOf(off))?.status, (await stateOf(paused))?.status], ['ok', 'ok'])
  })

  it('finds ten thousand units that fall silent at once, each of them once, whatever the number of servers', async () => {
    const other = await createTestApp({ database, clock })
    const { id } = await watch({ silentSeconds: 600 })
    await sql`
      insert into unit (data_id, friendly_name, token_hash)
      select 'many-' || number, 'Unit ' || number, '' from generate_series(1, 10000) number`.execute(db)
    await sql`
      insert into unit_entity (data_id, entity_id)
      select 'many-' || number, ${owner.entity} from generate_series(1, 10000) number`.execute(db)
    await sql`
      insert into source (data_id, name, field_types, last_received_at)
      select 'many-' || number, 'room', '{}', ${new Date(clock())} from generate_series(1, 10000) number`.execute(db)
    // Otherwise PostgreSQL may plan for a dozen units, and look through all for each.
    await sql`analyze unit, unit_entity, source`.execute(db)
    await sql`
      insert into alert_unit (alert_id, data_id, begins_at, changed_at, due_at)
      select ${id}, 'many-' || number, 0, 0, 0 from generate_series(1, 10000) number`.execute(db)
    await sql`analyze alert_unit`.execute(db)
    await pass(MINUTE)

    clock.advance(20 * MINUTE)
    await Promise.all([features.alertTimers.run(), other.features.alertTimers.run()])
    clock.advance(6_000)
    await Promise.all([features.alertTimers.run(), other.features.alertTimers.run()])

    const { rows } = await sql<{ changes: number; units: number }>`
      select count(*) as changes, count(distinct data_id) as units from alert_change where alert_id = ${id}`.execute(db)
    assert.deepEqual(rows, [{ changes: 10_001, units: 10_001 }])
    const notifications = await db.selectFrom('alertNotification').selectAll().where('alertId', '=', id).execute()
    // Each of the servers notifies of what both have found by then.
    assert.ok(notifications.length <= 6)
    assert.equal(
      notifications.reduce((sum, { unitCount }) => sum + unitCount, 0),
      10_001,
    )
  })
})
