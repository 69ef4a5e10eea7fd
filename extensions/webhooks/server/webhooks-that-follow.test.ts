import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createWebhook, updateWebhook, type WebhookId } from '../contract/webhooks.ts'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { sql } from 'kysely'
import { type BuiltUnit, buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createHotFleets, type HotFleet } from '@fieldwatch/server/features/consequences/testing/hot-fleets'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const { alerts, alertTimers } = features
const top = await buildEntity(db)
const mover = await signInAs({ role: 'admin', entity: top })
const { buildFleet, succeed } = createHotFleets({ app, call, clock, db, features, signInAs, top })

const move = ({ moving, south }: HotFleet) =>
  succeed(call(administerUnit, { as: mover, params: { dataID: moving.dataId }, body: { entities: [south] } }))

describe('a webhook', () => {
  /** Adds a webhook to an entity, which gets what is triggered. */
  async function addHook(entity: EntityId): Promise<WebhookId> {
    const url = 'https://hooks.example/alerts'
    const body = { entity, name: 'Hook', url, kind: 'generic' } as const
    const { webhookID } = (await succeed(call(createWebhook, { as: mover, body }))).details.webhook
    await alertTimers.run()
    return webhookID
  }

  /** What was recorded for the webhook of an entity, in its order. */
  async function heardBy(entity: EntityId): Promise<[string, string[]][]> {
    const { rows } = await sql<{ kind: string; units: string[] }>`
      select kind, units from alert_notification where channel = 'webhook' and entity_id = ${entity} and state <> 'withheld'
      order by id`.execute(db)
    return rows.map(({ kind, units }) => [kind, units])
  }

  async function record(unit: BuiltUnit, temp: number): Promise<void> {
    clock.advance(61_000)
    await sendRecords(app, unit, 'room', { temp })
    await alerts.run()
    await alertTimers.run()
  }

  it('gets the beginning of a triggered alert that is handed over to its entity, and then its end', async () => {
    const fleet = await buildFleet()
    const { south, moving } = fleet
    await addHook(south)

    await move(fleet)
    await record(moving, 4)

    assert.deepEqual(await heardBy(south), [
      ['alarm', [moving.dataId]],
      ['all-clear', [moving.dataId]],
    ])
  })

  it('gets the end when an alert is given to another entity, whose webhook gets the beginning', async () => {
    const { alertID, north, south } = await buildFleet()
    for (const entity of [north, south]) await addHook(entity)

    await succeed(call(updateAlert, { as: mover, body: { alertID, entity: south } }))

    assert.deepEqual(
      [await heardBy(north), await heardBy(south)].map((heard) => heard.map(([kind]) => kind)),
      [['alarm', 'ended'], ['alarm']],
    )
  })

  for (const shared of [false, true]) {
    it(`gets the beginning again when a unit ${shared ? 'is shared with' : 'comes back to'} its entity`, async () => {
      const fleet = await buildFleet()
      const { alertID, moving, north, south } = fleet
      await addHook(north)
      await db.insertInto('alertPerson').values({ alertId: alertID, userId: mover.userId, owns: true }).execute()

      await move(fleet)
      const entities = shared ? [south, north] : [north]
      await succeed(call(administerUnit, { as: mover, params: { dataID: moving.dataId }, body: { entities } }))
      await record(moving, 4)

      assert.deepEqual(
        (await heardBy(north)).map(([kind]) => kind),
        ['alarm', 'ended', 'alarm', 'all-clear'],
      )
    })
  }

  it('of an entity that was disabled gets what began and ended in the meantime', async () => {
    const north = await buildEntity(db, { parentId: top, name: 'North' })
    await addHook(north)
    const units = await Promise.all([1, 2, 3].map(() => buildUnit(db, { entity: north })))
    const [cools, moves, heats] = units
    assert.ok(cools && moves && heats)
    for (const unit of units) await sendRecords(app, unit, 'room', { temp: 4 })
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    const devices = units.map(({ dataId }) => dataId)
    const body = { name: 'Hot', entity: north, source: 'room', condition, devices }
    await succeed(call(createAlert, { as: mover, body }))
    for (const unit of [cools, moves]) await record(unit, 9)
    const setStatus = (status: 'active' | 'disabled') =>
      succeed(call(updateEntity, { as: mover, body: { entityID: north, status } }))

    await setStatus('disabled')
    await record(cools, 4)
    await record(heats, 9)
    await succeed(call(administerUnit, { as: mover, params: { dataID: moves.dataId }, body: { entities: [top] } }))
    const during = await heardBy(north)
    await setStatus('active')
    const after = (await heardBy(north)).slice(during.length)
    await setStatus('disabled')
    await setStatus('active')

    assert.deepEqual(during, [
      ['alarm', [cools.dataId]],
      ['alarm', [moves.dataId]],
    ])
    assert.deepEqual(
      new Map(after.map(([kind, [unit]]) => [unit, kind])),
      new Map([
        [cools.dataId, 'ended'],
        [moves.dataId, 'ended'],
        [heats.dataId, 'alarm'],
      ]),
    )
    assert.equal((await heardBy(north)).length, 5)
  })

  it('that is new gets what is triggered, and one that was off what began and ended in the meantime', async () => {
    const { moving, north, staying } = await buildFleet()
    const webhookID = await addHook(north)
    const first = await heardBy(north)
    const setActive = (active: boolean) => succeed(call(updateWebhook, { as: mover, body: { webhookID, active } }))

    await setActive(false)
    await record(moving, 4)
    await record(staying, 9)
    const during = await heardBy(north)
    await setActive(true)
    const after = (await heardBy(north)).slice(during.length)
    await succeed(call(updateWebhook, { as: mover, body: { webhookID, name: 'Other name', active: true } }))

    assert.deepEqual(first, [['alarm', [moving.dataId]]])
    assert.deepEqual(during, first)
    assert.deepEqual(
      new Map(after.map(([kind, [unit]]) => [unit, kind])),
      new Map([
        [moving.dataId, 'ended'],
        [staying.dataId, 'alarm'],
      ]),
    )
    assert.equal((await heardBy(north)).length, 3)
  })

  it('gets nothing when another webhook of its entity is added or switched on', async () => {
    const { north } = await buildFleet()
    await addHook(north)
    const other = await addHook(north)
    const before = await heardBy(north)
    for (const active of [false, true])
      await succeed(call(updateWebhook, { as: mover, body: { webhookID: other, active } }))

    assert.equal(before.length, 2)
    assert.deepEqual(await heardBy(north), before)
  })

  it('gets no end of an alert if it never got the beginning, as the unit left before that was sent', async () => {
    const fleet = await buildFleet()
    await addHook(fleet.north)

    await move(fleet)
    // The server may have written the beginning into the outbox in the meantime.
    await sql`update alert_notification set state = 'due', outbox_id = null where entity_id = ${fleet.north} and state = 'queued'`.execute(
      db,
    )
    await alertTimers.run()

    assert.deepEqual(await heardBy(fleet.north), [])
  })
})
