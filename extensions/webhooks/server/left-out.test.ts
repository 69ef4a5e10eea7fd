import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { sql } from 'kysely'
import { ALL_EXTENSIONS } from '@fieldwatch/server/extension-settings'
import { type BuiltUnit, buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createFakeClock } from '@fieldwatch/server/testing/fake-clock'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createWebhook, listWebhooks } from '../contract/webhooks.ts'

const database = await createTestDatabase()
const { db } = database
const clock = createFakeClock()
const WITHOUT = ALL_EXTENSIONS.filter(({ name }) => name !== 'webhooks')

type Portal = Awaited<ReturnType<typeof createTestApp>>

async function record({ app, features }: Portal, unit: BuiltUnit, temp: number): Promise<void> {
  clock.advance(61_000)
  await sendRecords(app, unit, 'room', { temp })
  await features.alerts.run()
  await features.alertTimers.run()
}

/** What was recorded for webhooks, in its order, with the reason why it was not sent. */
async function heard() {
  const { rows } = await sql<{ kind: string; unit: string; reason: string | null }>`
    select notification.kind, units[1] as unit, coalesce(reason, last_error) as reason
    from alert_notification notification left join outbox on outbox.id = outbox_id where receiver_id is not null
    order by notification.id`.execute(db)
  return rows.map(({ kind, unit, reason }) => [kind, unit, reason])
}

it('webhooks of a portal that runs without them get nothing, and then what began and ended in the meantime', async () => {
  const entity = await buildEntity(db)
  const before = await createTestApp({ database, clock })
  const admin = await before.signInAs({ role: 'admin', entity })
  const cools = await buildUnit(db, { entity })
  const heats = await buildUnit(db, { entity })
  const stays = await buildUnit(db, { entity })
  for (const unit of [cools, heats, stays]) await sendRecords(before.app, unit, 'room', { temp: 4 })
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const devices = [cools, heats, stays].map(({ dataId }) => dataId)
  await before.call(createAlert, { as: admin, body: { name: 'Hot', source: 'room', condition, devices } })
  const hook = { name: 'Hook', kind: 'generic', url: 'https://localhost/' } as const
  await before.call(createWebhook, { as: admin, body: hook })
  await record(before, stays, 9)
  // Its message was sent.
  await sql`update outbox set sent_at = now() where kind = 'webhook'`.execute(db)
  await record(before, cools, 9)
  await before.close()

  const without = await createTestApp({ database, clock, extensions: WITHOUT })
  assert.equal((await without.app.inject('/api/v1/webhooks')).statusCode, 404)
  await record(without, cools, 4)
  await record(without, heats, 9)
  await without.close()
  assert.deepEqual(await heard(), [
    ['alarm', stays.dataId, null],
    ['alarm', cools.dataId, 'webhooks.not-sent.left-out'],
  ])

  const after = await createTestApp({ database, clock })
  const token = await after.signInWith(admin.email)
  while ((await heard()).length < 3) await after.features.alertTimers.run()
  for (let turn = 0; turn < 2; turn += 1) await record(after, stays, 9)

  assert.deepEqual((await heard()).slice(2), [['alarm', heats.dataId, null]])
  assert.equal((await after.call(listWebhooks, { as: token, query: {} })).body.details.length, 1)
  await after.close()
})

it('webhooks that were told that an alert is triggered get its end, when the portal ran without them as it ended', async () => {
  const entity = await buildEntity(db)
  const before = await createTestApp({ database, clock })
  const admin = await before.signInAs({ role: 'admin', entity })
  const unit = await buildUnit(db, { entity })
  await sendRecords(before.app, unit, 'room', { temp: 4 })
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = { name: 'Hot', source: 'room', condition, devices: [unit.dataId] }
  await before.call(createAlert, { as: admin, body })
  await before.call(createWebhook, { as: admin, body: { name: 'Hook', kind: 'slack', url: 'https://localhost/' } })
  await record(before, unit, 9)
  await sql`update outbox set sent_at = now() where kind = 'webhook'`.execute(db)
  await before.close()
  const without = await createTestApp({ database, clock, extensions: WITHOUT })
  await record(without, unit, 4)
  await without.close()
  const after = await createTestApp({ database, clock })
  const ofUnit = async () => (await heard()).filter(([, dataId]) => dataId === unit.dataId).map(([kind]) => kind)

  while ((await ofUnit()).length < 2) await after.features.alertTimers.run()

  assert.deepEqual(await ofUnit(), ['alarm', 'ended'])
})
