import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  acknowledgeAlert,
  listAlertBands,
  listAlertHistory,
  snoozeAlert,
} from '@fieldwatch/contract/alerts/alert-history'
import type { AlertSchedule } from '@fieldwatch/contract/alerts/alert-schedule'
import { createAlert, listAlerts, removeAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { createEvent, refreshEvent } from '@fieldwatch/contract/events/events'
import { deleteUnit } from '@fieldwatch/contract/units/deletions'
import { createPlace } from '@fieldwatch/contract/places/places'
import { addReceiver } from '#testing/add-receiver.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({ database })
let owner = await signInAs({ role: 'admin' })
const viewer = await signInAs({ entity: owner.entity })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const above = (constant: number) => ({ field: 'temp', operator: 'greater than', constant }) as const
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const isoOf = (at: number): string => new Date(at).toISOString()

/** Tokens last for a quarter of an hour. */
async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds)
  owner = await signInWith(owner.email)
}

/** Values by how many minutes ago they were measured. */
async function send(unit: BuiltUnit, values: readonly (readonly [minutesAgo: number, temp: number])[]): Promise<void> {
  const now = clock()
  const records = values.map(([ago, temp]) => ({ messageUTC: new Date(now - ago * MINUTE).toISOString(), temp }))
  await sendRecords(app, unit, 'room', records)
}

async function addUnit(...values: readonly (readonly [minutesAgo: number, temp: number])[]): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity: owner.entity, friendlyName: 'Tank 1' })
  await send(unit, values)
  return unit
}

async function watch(units: readonly BuiltUnit[], given: object = {}): Promise<AlertId> {
  const devices = units.map(({ dataId }) => dataId)
  const body = { name: 'Warm', source: 'room', condition: above(8), devices, viewers: [viewer.userId], ...given }
  const { status, body: reply, failure } = await call(createAlert, { as: owner, body })
  assert.equal(status, 200, JSON.stringify(failure))
  return reply.details.alertID
}

async function change(alertID: AlertId, changes: object): Promise<void> {
  const { status, failure } = await call(updateAlert, { as: owner, body: { alertID, ...changes } })
  assert.equal(status, 200, JSON.stringify(failure))
}

async function judgeArrived(): Promise<void> {
  await features.alerts.run()
  await features.alertTimers.run()
}

const statesOf = async (alertID: AlertId) =>
  (await call(listAlerts, { as: owner, query: { alertID } })).body.details[0]?.states ?? []

const statusesOf = async (alertID: AlertId) => (await statesOf(alertID)).map(({ status }) => status)

async function happeningsOf(alertID: AlertId): Promise<string[]> {
  const { history } = (await call(listAlertHistory, { as: owner, query: { alertID } })).body.details
  return history.toReversed().map(({ happening, limit }) => (limit === null ? happening : `${happening} by ${limit}`))
}

/** What people and receivers were notified of. */
async function noticesOf(alertID: AlertId): Promise<string[]> {
  const rows = await db
    .selectFrom('alertNotification')
    .select(['kind', 'channel', 'recipient'])
    .where('alertId', '=', alertID)
    .orderBy('id')
    .execute()
  return rows.map(
    ({ kind, channel, recipient }) => `${kind} to ${channel === 'webhook' ? recipient : nameOf(recipient)}`,
  )
}

function nameOf(recipient: string): string {
  return recipient === owner.email ? 'owner' : recipient === viewer.email ? 'viewer' : recipient
}

async function bodiesTo(to: string): Promise<string> {
  await features.alertTimers.run()
  const rows = await db.selectFrom('outbox').select(['body']).where('recipient', '=', to).execute()
  return rows.map(({ body }) => body).join('\n')
}

describe('a new alert', () => {
  it('is triggered at once where its condition is met, and everyone is notified', async () => {
    const [warm, cold] = [await addUnit([5, 9]), await addUnit([5, 4])]

    const id = await watch([warm, cold])

    const states = await statesOf(id)
    const of = (unit: BuiltUnit) => states.find(({ dataID }) => dataID === unit.dataId)
    assert.deepEqual([of(warm)?.status, of(warm)?.value, of(cold)?.status], ['high', 9, 'ok'])
    assert.deepEqual((await noticesOf(id)).toSorted(), ['alarm to owner', 'alarm to viewer'])
    assert.deepEqual(await happeningsOf(id), ['high by 8'])
  })

  it('that needs time is triggered where it has lasted already, and otherwise by the clock', async () => {
    const long = await addUnit(...[25, 20, 15, 10, 5, 1].map((ago) => [ago, 9] as const))
    const short = await addUnit([25, 9], [12, 4], [5, 9], [1, 9])

    const id = await watch([long, short], { forSeconds: 600 })
    const at = async (unit: BuiltUnit) => (await statesOf(id)).find(({ dataID }) => dataID === unit.dataId)?.status
    const begun = [await at(long), await at(short)]
    await pass(6 * MINUTE)
    await judgeArrived()

    assert.deepEqual(begun, ['high', 'ok'])
    assert.equal(await at(short), 'high')
  })

  it('is not triggered on a deactivated unit, nor by a value of another time of its event table', async () => {
    const unit = await addUnit([5, 9])
    await db.updateTable('unit').set({ active: false }).where('dataId', '=', unit.dataId).execute()
    const other = await addUnit([5, 9])
    const startDate = new Date(clock() - MINUTE).toISOString()
    const table = { dataID: other.dataId, name: 'Hot', comparison: 'room.temp > 8', startDate }
    assert.equal((await call(createEvent, { as: owner, body: table })).status, 200)

    const id = await watch([unit])
    const follows = await watch([other], { type: 'event', source: null, condition: null, event: 'Hot' })

    assert.deepEqual([await statusesOf(id), await statusesOf(follows)], [['ok'], ['ok']])
    assert.deepEqual(await noticesOf(id), [])
  })

  it('on a silence is triggered where the unit has been silent for longer, and OK where it has not', async () => {
    const unit = await addUnit([0, 1])
    await pass(2 * HOUR)

    const silence = { type: 'silence', source: null, condition: null }
    const [long, short] = [
      await watch([unit], { ...silence, silentSeconds: 600 }),
      await watch([unit], { ...silence, silentSeconds: 6 * 3_600 }),
    ]
    await judgeArrived()
    const before = [await statusesOf(long), await statusesOf(short)]
    await pass(4 * HOUR + MINUTE)
    await judgeArrived()

    assert.deepEqual(before, [['high'], ['ok']])
    assert.deepEqual(await statusesOf(short), ['high'])
  })

  it('on a place is triggered while the unit is there', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    await sendRecords(app, unit, 'location', [{ lat: 59.3, lon: 18.1 }])
    const geometry = { type: 'Point' as const, coordinates: [18.1, 59.3] as [number, number] }
    const place = { entity: owner.entity, name: 'Depot', geometry, radius: 150 }
    const { placeID } = (await call(createPlace, { as: owner, body: place })).body.details
    const startDate = new Date(clock() - HOUR).toISOString()
    const table = { dataID: unit.dataId, name: 'Depot', comparison: `location in place ${placeID}`, startDate }
    assert.equal((await call(createEvent, { as: owner, body: table })).status, 200)

    const id = await watch([unit], { type: 'event', source: null, condition: null, event: 'Depot' })

    assert.deepEqual(await statusesOf(id), ['high'])
  })
})

describe('a change of an alert that is triggered', () => {
  const triggered = async (given: object = {}) => {
    const unit = await addUnit([5, 4])
    const id = await watch([unit], given)
    await pass(1_000)
    await send(unit, [[0, 9]])
    await judgeArrived()
    assert.deepEqual(await statusesOf(id), ['high'])
    return { unit, id }
  }

  it('leaves it triggered where the new limit is passed too, with what people did about it, and sends nothing', async () => {
    const { unit, id } = await triggered({ interval: 3_600 })
    await call(acknowledgeAlert, { as: owner, body: { alertID: id, comment: 'On my way' } })
    const until = new Date(clock() + HOUR).toISOString()
    const snoozed = await call(snoozeAlert, { as: owner, body: { alertID: id, until } })
    assert.equal(snoozed.status, 200, JSON.stringify(snoozed.failure))
    const before = await statesOf(id)
    const notices = await noticesOf(id)

    await pass(1_000)
    await change(id, { condition: above(8.5) })
    await judgeArrived()

    const [state] = await statesOf(id)
    assert.deepEqual([state?.status, state?.value], ['high', 9])
    assert.deepEqual(
      [state?.acknowledgedUTC, state?.snoozedUntilUTC, state?.sinceUTC],
      [before[0]?.acknowledgedUTC, before[0]?.snoozedUntilUTC, before[0]?.sinceUTC],
    )
    assert.equal(state?.comment, 'On my way')
    assert.deepEqual(await noticesOf(id), notices)
    assert.deepEqual(await happeningsOf(id), ['high by 8', 'acknowledged', 'snoozed', 'changed', 'high by 8.5'])
    const [startDate, endDate] = [isoOf(clock() - HOUR), isoOf(clock())]
    const query = { alertID: id, dataID: unit.dataId, startDate, endDate }
    const { bands } = (await call(listAlertBands, { as: owner, query })).body.details
    assert.ok(bands.some(({ endUTC }) => endUTC === endDate))
  })

  it('sends an all-clear with the reason to all that were notified, receivers included, where it is OK by the new limit', async () => {
    await addReceiver(db, owner.entity, 'Duty room')
    const { unit, id } = await triggered()

    await pass(1_000)
    await change(id, { condition: above(20) })

    assert.deepEqual(await statusesOf(id), ['ok'])
    assert.deepEqual((await noticesOf(id)).slice(-3).toSorted(), [
      'all-clear to Duty room',
      'all-clear to owner',
      'all-clear to viewer',
    ])
    assert.match(await bodiesTo(viewer.email), /temp was 9 .*It is OK because the alert was changed\./)
    // Late records of the time behind the change are judged from what is so now.
    await pass(2_000)
    await send(unit, [[0, 10]])
    await judgeArrived()
    await send(unit, [[1 / 60, 10]])
    await judgeArrived()
    assert.deepEqual(await happeningsOf(id), ['high by 8', 'changed', 'ok by 20'])
  })

  it('that is none changes nothing: an equal schedule with other words for it', async () => {
    const unit = await buildUnit(db, { entity: owner.entity })
    await sendRecords(app, unit, 'location', [{ lat: 59.3, lon: 18.1 }])
    const geometry = { type: 'Point' as const, coordinates: [18.1, 59.3] as [number, number] }
    const body = { entity: owner.entity, name: 'Yard', geometry, radius: 150 }
    const { placeID } = (await call(createPlace, { as: owner, body })).body.details
    const startDate = new Date(clock() - HOUR).toISOString()
    const table = { dataID: unit.dataId, name: 'Yard', comparison: `location in place ${placeID}`, startDate }
    await call(createEvent, { as: owner, body: table })
    const schedule: AlertSchedule = { kind: 'during', days: EVERY_DAY, from: '00:00', to: '23:59' }
    const id = await watch([unit], { type: 'event', source: null, condition: null, event: 'Yard', schedule })
    assert.deepEqual(await statusesOf(id), ['high'])

    await change(id, { schedule })

    assert.deepEqual(await happeningsOf(id), ['high by -1'])
  })

  it('of its units triggers a new one at once, and tells everyone of one that is taken out', async () => {
    const { unit, id } = await triggered()
    const added = await addUnit([5, 12])

    await change(id, { devices: [added.dataId] })

    assert.deepEqual(
      (await statesOf(id)).map(({ dataID, status }) => [dataID, status]),
      [[added.dataId, 'high']],
    )
    assert.deepEqual(
      (await noticesOf(id))
        .filter((notice) => !notice.includes('Duty room'))
        .slice(-4)
        .toSorted(),
      ['alarm to owner', 'alarm to viewer', 'ended to owner', 'ended to viewer'],
    )
    assert.match(await bodiesTo(viewer.email), /Tank 1: The unit was removed from the alert\./)
    assert.notEqual(unit.dataId, added.dataId)
  })

  it('on a silence leaves it triggered for a shorter time, and OK for a longer one', async () => {
    const unit = await addUnit([0, 1])
    await pass(HOUR)
    const id = await watch([unit], { type: 'silence', source: null, condition: null, silentSeconds: 600 })
    assert.deepEqual(await statusesOf(id), ['high'])

    await change(id, { silentSeconds: 1_200 })
    const shorter = await statusesOf(id)
    await change(id, { silentSeconds: 2 * 3_600 })

    assert.deepEqual([shorter, await statusesOf(id)], [['high'], ['ok']])
    assert.ok((await noticesOf(id)).includes('all-clear to viewer'))
    await pass(HOUR + MINUTE)
    await judgeArrived()
    assert.deepEqual(await statusesOf(id), ['high'])
  })

  it('of the event table that it follows is judged at once', async () => {
    const unit = await addUnit([5, 9])
    const startDate = new Date(clock() - HOUR).toISOString()
    const table = { dataID: unit.dataId, name: 'Hot', comparison: 'room.temp > 8', startDate }
    await call(createEvent, { as: owner, body: table })
    const id = await watch([unit], { type: 'event', source: null, condition: null, event: 'Hot' })
    const refresh = async (comparison: string) => {
      const body = { dataID: unit.dataId, name: 'Hot', comparison }
      assert.equal((await call(refreshEvent, { as: owner, body })).status, 200)
      return statusesOf(id)
    }

    assert.deepEqual(await statusesOf(id), ['high'])
    assert.deepEqual(await refresh('room.temp > 8.5'), ['high'])
    assert.deepEqual(await refresh('room.temp > 20'), ['ok'])
  })
})

describe('the end of a triggered alert', () => {
  it('is told also to those whom the all-clear had not reached when the alert was deleted', async () => {
    const unit = await addUnit([5, 9])
    const id = await watch([unit], { name: 'Cooled' })
    await judgeArrived()
    await db
      .updateTable('outbox')
      .set({ sentAt: new Date(clock()) })
      .where('sentAt', 'is', null)
      .execute()
    await pass(5 * MINUTE)
    await send(unit, [[0, 4]])
    await judgeArrived()
    assert.ok((await noticesOf(id)).includes('all-clear to viewer'))

    assert.equal((await call(removeAlert, { as: owner, body: { alertID: id } })).status, 200)

    assert.match(await bodiesTo(viewer.email), /Ended: Cooled on Tank 1[^]*Tank 1: The alert was deleted\./)
  })

  it('is announced before the alert is deleted with whom a message waits for that is not sent then', async () => {
    const id = await watch([await addUnit([5, 9])], { name: 'Waits' })
    await judgeArrived()
    const change = { kind: 'alert-deleted', alertID: id } as const

    const { things, more } = (await call(listConsequences, { as: owner, body: { change } })).body.details

    // Whether one waits for a receiver depends on the extension that has its channel.
    const people = things.filter(({ name }) => name !== 'Duty room')
    assert.deepEqual(
      people.map(({ kind, name, follows }) => `${kind} to ${nameOf(name)} ${follows}`).toSorted(),
      ['owner', 'viewer'].map((name) => `waiting message to ${name} ends`),
    )
    assert.deepEqual(more, [])
  })

  it('is told to everyone who was notified when the alert is deleted, and the log keeps that', async () => {
    const unit = await addUnit([5, 9])
    const id = await watch([unit], { name: 'Too warm' })
    await judgeArrived()

    assert.equal((await call(removeAlert, { as: owner, body: { alertID: id } })).status, 200)
    await judgeArrived()

    const told = (await noticesOf(id)).filter((notice) => notice.startsWith('ended'))
    assert.deepEqual(told.toSorted(), ['ended to Duty room', 'ended to owner', 'ended to viewer'])
    assert.match(await bodiesTo(viewer.email), /Ended: Too warm on Tank 1[^]*Tank 1: The alert was deleted\./)
    const states = await db.selectFrom('alertNotification').select('state').where('alertId', '=', id).execute()
    assert.ok(states.every(({ state }) => state !== 'due'))
  })

  it('is told to viewers when the unit is deleted, and owners hear of it in the mail about the deletion', async () => {
    const unit = await addUnit([5, 9])
    const id = await watch([unit], { name: 'Gone' })
    await judgeArrived()

    assert.equal(
      (await call(deleteUnit, { as: owner, params: { dataID: unit.dataId }, body: { confirm: 'Tank 1' } })).status,
      200,
    )
    await judgeArrived()

    const told = (await noticesOf(id)).filter((notice) => notice.startsWith('ended'))
    assert.deepEqual(told.toSorted(), ['ended to Duty room', 'ended to viewer'])
  })
})
