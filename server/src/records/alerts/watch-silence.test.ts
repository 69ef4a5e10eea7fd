import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAlert, listAlerts } from '@fieldwatch/contract/alerts'
import type { AlertId } from '@fieldwatch/contract/ids'
import { sql } from 'kysely'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({ database })
let owner = await signInAs({ role: 'admin' })
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
  const rows = await db
    .selectFrom('alert_notification')
    .select('kind')
    .where('alert_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('an alert on silence', () => {
  it('tells once that a unit has fallen silent, and once that it is back', async () => {
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

  it('is not triggered as long as any source of the unit is heard, but that of one source is', async () => {
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

    await pass(7 * MINUTE)
    const before = await stateOf(watched)
    await pass(5 * MINUTE)

    assert.equal(before?.silentSeconds, 600)
    assert.deepEqual([before?.status, (await stateOf(watched))?.status], ['ok', 'high'])
  })

  it('says nothing of a unit that is deactivated, or of a source that is paused', async () => {
    const [off, paused] = [await watch({ silentSeconds: 600 }), await watch({ silentSeconds: 600, source: 'room' })]
    await db.updateTable('unit').set({ active: false }).where('data_id', '=', off.unit.dataId).execute()
    await db
      .updateTable('unit')
      .set({ paused_data: ['room' as never] })
      .where('data_id', '=', paused.unit.dataId)
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
    await sql`
      insert into alert_unit (alert_id, data_id, begins_at, changed_at, due_at)
      select ${id}, 'many-' || number, 0, 0, 0 from generate_series(1, 10000) number`.execute(db)
    await pass(MINUTE)

    clock.advance(20 * MINUTE)
    await Promise.all([features.alertTimers.run(), other.features.alertTimers.run()])
    clock.advance(6_000)
    await Promise.all([features.alertTimers.run(), other.features.alertTimers.run()])

    const { rows } = await sql<{ changes: number; units: number }>`
      select count(*) as changes, count(distinct data_id) as units from alert_change where alert_id = ${id}`.execute(db)
    assert.deepEqual(rows, [{ changes: 10_001, units: 10_001 }])
    const told = await db.selectFrom('alert_notification').selectAll().where('alert_id', '=', id).execute()
    // Each of the servers tells of what both have found by then.
    assert.ok(told.length <= 6)
    assert.equal(
      told.reduce((sum, { unit_count }) => sum + unit_count, 0),
      10_001,
    )
  })
})
