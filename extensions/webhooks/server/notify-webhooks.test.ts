import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, beforeEach, describe, it } from 'node:test'
import { type AlertNotification, listAlertNotifications } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { deleteEntity, deleteSource, deleteUnit } from '@fieldwatch/contract/units/deletions'
import { type AlertId, SourceName } from '@fieldwatch/contract/api/ids'
import { createWebhook, listWebhooks, removeWebhook, updateWebhook, type Webhook } from '../contract/webhooks.ts'
import { readNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { type BuiltUnit, buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

/** A receiver that returns what it was given, and answers as the test says. */
const post = new EventEmitter()
let status = 200
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    response.writeHead(status).end('said the receiver')
    post.emit('request', JSON.parse(body), request.headers['fieldwatch-delivery'])
  })
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
after(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({
  database,
  outside: { networks: readNetworks('127.0.0.1'), retrySeconds: 1 },
})
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
let admin = await signInAs({ role: 'admin', entity: top })
await db
  .updateTable('appUser')
  .set({ notifications: JSON.stringify({ alerts: { emailEnable: false, smsEnable: false } }) })
  .execute()

async function addWebhook(given: object = {}): Promise<Webhook> {
  const body = { name: 'Control room', url, kind: 'generic' as const, ...given }
  return (await call(createWebhook, { as: admin, body })).body.details.webhook
}

async function watch(entity = top): Promise<{ unit: BuiltUnit; id: AlertId }> {
  const unit = await buildUnit(db, { entity, friendlyName: 'Cold store' })
  await sendRecords(app, unit, 'room', { temp: 1 })
  clock.advance(1_000)
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = { name: 'Too warm', devices: [unit.dataId], source: 'room', condition, entity }
  return { unit, id: (await call(createAlert, { as: admin, body })).body.details.alertID }
}

async function send({ unit }: { unit: BuiltUnit }, temp: number): Promise<void> {
  clock.advance(1_000)
  await sendRecords(app, unit, 'room', { temp })
  await features.alerts.run()
  await features.alertTimers.run()
}

async function logged(id: AlertId): Promise<AlertNotification[]> {
  const { notifications } = (await call(listAlertNotifications, { as: admin, query: { alertID: id } })).body.details
  return notifications.toReversed()
}

/** What is sent is noted a moment after the receiver has it. */
async function settled(
  id: AlertId,
  isSettled: (notification: AlertNotification) => boolean,
): Promise<AlertNotification[]> {
  for (;;) {
    const all = await logged(id)
    if (all.length > 0 && all.every(isSettled)) return all
  }
}

async function succeed(answer: Promise<{ status: number; failure: unknown }>): Promise<void> {
  const { status: answered, failure } = await answer
  assert.equal(answered, 200, JSON.stringify(failure))
}

const shown = async () => (await call(listWebhooks, { as: admin, query: {} })).body.details[0]

describe('the webhooks of an entity', () => {
  beforeEach(async () => {
    for (const table of ['alert', 'webhook'] as const) await db.deleteFrom(table).execute()
    status = 200
    admin = await signInWith(admin.email)
  })

  it('get alarm and all-clear of each of its alerts, and the log has it with their name', async () => {
    await addWebhook()
    const watched = await watch()
    const arrival = once(post, 'request')

    await send(watched, 9.25)
    const [body, delivery] = await arrival

    assert.deepEqual([body.type, body.id, body.title], ['alerts', delivery, 'Triggered: Too warm on Cold store'])
    const [alert] = body.alerts
    assert.deepEqual([alert.alertID, alert.kind, alert.entity], [watched.id, 'alarm', top])
    assert.deepEqual(
      [alert.units[0].dataID, alert.units[0].value, alert.units[0].status],
      [watched.unit.dataId, 9.25, 'high'],
    )
    const [notification] = await settled(watched.id, ({ state }) => state === 'sent')
    assert.deepEqual(
      [notification?.channel, notification?.recipient, notification?.attempts],
      ['webhook', 'Control room', 1],
    )
    const clear = once(post, 'request')
    clock.advance(5 * MINUTE)
    await send(watched, 3)
    assert.equal((await clear)[0].alerts[0].kind, 'all-clear')
  })

  it('get no alerts of entities above or below', async () => {
    await addWebhook()
    const watched = await watch(below)

    await send(watched, 9)

    assert.deepEqual(await logged(watched.id), [])
  })

  it('get nothing of a unit that has left the reach of their entity, not even what waited, and the log no longer names it', async () => {
    await addWebhook()
    const watched = await watch()
    status = 500
    const refused = once(post, 'request')
    await send(watched, 9)
    await refused
    await settled(watched.id, ({ attempts }) => attempts > 0)
    const posted: unknown[] = []
    const note = (body: unknown) => posted.push(body)
    post.on('request', note)
    const others = await buildEntity(db)
    await db.updateTable('unitEntity').set({ entityId: others }).where('dataId', '=', watched.unit.dataId).execute()
    status = 200

    clock.advance(5 * MINUTE)
    const withheld = await settled(watched.id, ({ state }) => state === 'withheld')
    await send(watched, 3)
    const all = await settled(watched.id, ({ state }) => state === 'withheld')
    post.off('request', note)

    assert.deepEqual([withheld.length, all.length, posted], [1, 2, []])
    assert.deepEqual(
      all.map(({ units, reason }) => [units, reason]),
      Array.from({ length: 2 }, () => [[], 'The recipient can no longer see these units.']),
    )
  })

  it('get once again what they did not take, with the same id, and not before a pause', async () => {
    await addWebhook()
    const watched = await watch()
    status = 500
    const first = once(post, 'request')
    await send(watched, 9)
    const [, id] = await first
    const [failed] = await settled(watched.id, ({ attempts }) => attempts > 0)
    assert.deepEqual(
      [failed?.state, failed?.reason],
      ['waiting', 'The receiver answered with HTTP status 500: said the receiver'],
    )
    assert.notEqual((await shown())?.failingSinceUTC, null)
    status = 200
    const again = once(post, 'request')

    clock.advance(MINUTE)
    const [, sameId] = await again

    assert.equal(sameId, id)
    const [sent] = await settled(watched.id, ({ state }) => state === 'sent')
    assert.equal(sent?.attempts, 2)
    assert.equal((await shown())?.failingSinceUTC, null)
  })

  it('are not asked again to take what they refuse for good', async () => {
    await addWebhook()
    const watched = await watch()
    status = 422

    await send(watched, 9)

    const [notification] = await settled(watched.id, ({ state }) => state === 'failed')
    assert.equal(notification?.reason, 'The receiver answered with HTTP status 422: said the receiver')
    const narrowed = async (query: object) =>
      (await call(listAlertNotifications, { as: admin, query: { alertID: watched.id, ...query } })).body.details
        .notifications.length
    assert.deepEqual(
      [
        await narrowed({ channel: 'webhook', state: 'failed' }),
        await narrowed({ state: 'sent' }),
        await narrowed({ channel: 'mail' }),
      ],
      [1, 0, 0],
    )
  })

  it('that have taken nothing for three days are switched off, and their admins are notified once', async () => {
    const { webhookID } = await addWebhook()
    const since = new Date(clock() - 3 * DAY)
    await db.updateTable('webhook').set({ failingSince: since, failures: 40 }).execute()
    const watched = await watch()
    status = 500

    await send(watched, 9)
    await settled(watched.id, ({ attempts }) => attempts > 0)
    for (;;) if ((await shown())?.active === false) break

    const { rows } = await database.pool.query("select recipient, subject, body from outbox where kind = 'mail'")
    assert.deepEqual(
      rows.map(({ recipient, subject }) => [recipient, subject]),
      [[admin.email, 'The webhook Control room was switched off']],
    )
    assert.match(rows[0].body, /HTTP status 500/)
    const other = await watch()
    await send(other, 9)
    assert.deepEqual(await logged(other.id), [])
    await call(updateWebhook, { as: admin, body: { webhookID, active: true } })
    const again = await shown()
    assert.deepEqual([again?.active, again?.switchedOffUTC, again?.failingSinceUTC], [true, null, null])
  })

  it('that are removed get nothing more, and the log says so with their name', async () => {
    const { webhookID } = await addWebhook()
    const watched = await watch()
    status = 500
    await send(watched, 9)
    await settled(watched.id, ({ attempts }) => attempts > 0)

    await call(removeWebhook, { as: admin, body: { webhookID } })
    clock.advance(MINUTE)

    const [notification] = await settled(watched.id, ({ state }) => state === 'failed')
    assert.deepEqual([notification?.recipient, notification?.reason], ['Control room', 'The webhook was removed.'])
  })

  it('hear that a triggered alert ended, as its source or its unit was deleted, with the reason', async () => {
    await addWebhook()
    const [ofSource, ofUnit, quiet] = [await watch(), await watch(), await watch()]
    for (const watched of [ofSource, ofUnit]) {
      const alarm = once(post, 'request')
      await send(watched, 9)
      await alarm
    }
    const { dataId } = ofSource.unit
    const source = SourceName.parse('room')

    const first = once(post, 'request')
    await succeed(call(deleteSource, { as: admin, params: { dataID: dataId }, body: { source, confirm: source } }))
    await features.alertTimers.run()
    const [sourceBody] = await first
    const second = once(post, 'request')
    for (const { unit } of [quiet, ofUnit])
      await succeed(call(deleteUnit, { as: admin, params: { dataID: unit.dataId }, body: { confirm: 'Cold store' } }))
    await features.alertTimers.run()
    const [unitBody] = await second

    assert.deepEqual(
      [sourceBody, unitBody].map(({ title, alerts: [alert] }) => [title, alert.kind, alert.units[0].reason]),
      [
        ['Ended: Too warm on Cold store', 'ended', 'The source room of Cold store was deleted.'],
        ['Ended: Too warm on Cold store', 'ended', 'The unit Cold store was deleted.'],
      ],
    )
    assert.deepEqual(
      [sourceBody.alerts[0].units[0].url, unitBody.alerts.length],
      [`https://fieldwatch.example/settings?tab=alerts&alert=${ofSource.id}`, 1],
    )
    assert.deepEqual(await logged(quiet.id), [])
  })

  it('hear it of a unit of a sub-entity that is deleted, and not of one that had left their reach', async () => {
    await addWebhook()
    const child = await buildEntity(db, { parentId: top, name: 'Child' })
    const other = await buildEntity(db)
    const [within, gone] = [await watch(), await watch()]
    for (const [watched, to] of [
      [within, child],
      [gone, other],
    ] as const) {
      const alarm = once(post, 'request')
      await send(watched, 9)
      await alarm
      await db.updateTable('unitEntity').set({ entityId: to }).where('dataId', '=', watched.unit.dataId).execute()
    }

    const arrival = once(post, 'request')
    await succeed(call(deleteEntity, { as: admin, body: { entityID: child, confirm: 'Child' } }))
    const stranger = await signInAs({ role: 'admin', entity: other })
    const { dataId } = gone.unit
    await succeed(call(deleteUnit, { as: stranger, params: { dataID: dataId }, body: { confirm: 'Cold store' } }))
    await features.deletions.run()
    await features.alertTimers.run()

    assert.equal((await arrival)[0].alerts[0].alertID, within.id)
    assert.deepEqual(
      (await logged(gone.id)).map(({ kind }) => kind),
      ['alarm'],
    )
  })

  it('get one message for notifications of the same moment, and sixty in an hour at most', async () => {
    const { webhookID } = await addWebhook()
    clock.advance(2 * 60 * MINUTE)
    admin = await signInWith(admin.email)
    const watched = await watch()
    await db
      .insertInto('alertNotification')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          alertId: watched.id,
          entityId: top,
          userId: null,
          receiverId: webhookID,
          kind: 'alarm' as const,
          channel: 'webhook' as const,
          recipient: 'Control room',
          unitCount: 1,
          units: [watched.unit.dataId],
          at: clock(),
          state: 'queued' as const,
          notified: JSON.stringify([]),
          outboxId: `of-before-${index}`,
        })),
      )
      .execute()

    await send(watched, 9)
    const { state, notBefore } = await db
      .selectFrom('alertNotification')
      .select(['state', 'notBefore'])
      .where('receiverId', '=', webhookID)
      .where('outboxId', 'is', null)
      .executeTakeFirstOrThrow()

    assert.deepEqual([state, notBefore], ['due', clock() + 15 * MINUTE])
  })
})
