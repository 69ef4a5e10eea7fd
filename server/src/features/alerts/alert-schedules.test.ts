import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { AlertSchedule } from '@fieldwatch/contract/alerts/alert-schedule'
import { createEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { createPlace } from '@fieldwatch/contract/places/places'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { findDueAlertWork } from './alert-due-store.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
let admin = await signInAs({ role: 'admin', entity })
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const DEPOT = { lat: 59.3, lon: 18.1 }
const FAR = { lat: 59.4, lon: 18.1 }

const geometry = { type: 'Point' as const, coordinates: [DEPOT.lon, DEPOT.lat] as [number, number] }
const place = await call(createPlace, { as: admin, body: { entity, name: 'Depot', geometry, radius: 150 } })
const { placeID } = place.body.details
const known = new Set<string>()

async function send(unit: BuiltUnit, at: number, position: typeof DEPOT): Promise<void> {
  await sendRecords(app, unit, 'location', [{ messageUTC: new Date(at).toISOString(), ...position }])
}

/** Alerts of other tests have deadlines too. */
async function removeAlerts(): Promise<void> {
  await db.deleteFrom('alert').execute()
  await mails()
}

/** A unit with an alert on being in the depot, or outside of it. */
async function follow(side: 'in' | 'outside', schedule: AlertSchedule, timeZone = 'UTC') {
  // Sessions end while days pass.
  admin = await signInAs({ role: 'admin', entity })
  const unit = await buildUnit(db, { entity, friendlyName: 'Truck 4' })
  await send(unit, clock() - DAY, FAR)
  const startDate = new Date(clock() - 10 * DAY).toISOString()
  const comparison = `location ${side} place ${placeID}`
  const table = await call(createEvent, {
    as: admin,
    body: { dataID: unit.dataId, name: 'Depot', comparison, startDate },
  })
  assert.equal(table.status, 200, table.failure.message)
  const body = { name: 'Depot', type: 'event' as const, event: 'Depot', devices: [unit.dataId], schedule, timeZone }
  const made = await call(createAlert, { as: admin, body })
  assert.equal(made.status, 200, JSON.stringify(made.failure))
  await mails()
  return { unit, alertID: made.body.details.alertID }
}

/** What was mailed since the last call. */
async function mails(): Promise<string[]> {
  await features.alerts.run()
  await features.alertCorrections.run()
  await features.alertTimers.run()
  const rows = await db.selectFrom('outbox').selectAll().orderBy('createdAt').execute()
  const added = rows.filter(({ id }) => !known.has(id))
  for (const { id } of added) known.add(id)
  return added.map(({ body }) => body)
}

async function areStatesDue(): Promise<boolean> {
  const { states } = await findDueAlertWork(db, clock())
  return states
}

/** Lets time pass until a time of day in UTC. */
function passUntil(hours: number, minutes = 0): void {
  const today = clock() - (clock() % DAY) + hours * HOUR + minutes * MINUTE
  clock.advance((today > clock() ? today : today + DAY) - clock())
}

describe('an alert on leaving while a unit should be parked', () => {
  beforeEach(removeAlerts)
  const night: AlertSchedule = { kind: 'during', days: EVERY_DAY, from: '20:00', to: '06:00' }

  it('is mailed once for a departure at night, and not for one by day', async () => {
    passUntil(12)
    const { unit } = await follow('outside', night)
    await send(unit, clock(), DEPOT)
    await send(unit, clock() + MINUTE, FAR)
    clock.advance(5 * MINUTE)
    await send(unit, clock(), DEPOT)
    assert.deepEqual(await mails(), [])

    passUntil(23)
    await send(unit, clock(), DEPOT)
    assert.deepEqual(await mails(), [])
    clock.advance(MINUTE)
    await send(unit, clock(), FAR)
    assert.equal((await mails()).length, 1)
    clock.advance(MINUTE)
    await send(unit, clock(), FAR)
    assert.deepEqual(await mails(), [])
  })

  it('has a preview of the nights alone, in its time zone', async () => {
    passUntil(12)
    const { unit } = await follow('outside', night)
    const noon = clock()
    const [late, early] = [noon - 13 * HOUR, noon - 4 * HOUR]
    await send(unit, late, DEPOT)
    await send(unit, late + MINUTE, FAR)
    await send(unit, late + 2 * MINUTE, DEPOT)
    await send(unit, early, FAR)
    const ask = async (given: object) => {
      const asked = { devices: [unit.dataId], type: 'event' as const, event: 'Depot', ...given }
      const { status, body } = await call(rehearseAlert, { as: admin, body: asked })
      assert.equal(status, 200)
      return body.details.units[0]?.events.map(({ startUTC }) => Date.parse(startUTC)) ?? []
    }
    assert.ok((await ask({})).includes(early))
    assert.deepEqual(await ask({ schedule: night }), [late + MINUTE])
    // There it is three in the night when it is eight in the morning in UTC.
    assert.deepEqual(await ask({ schedule: night, timeZone: 'Etc/GMT+5' }), [early])
  })

  it('is not mailed by a late record of the night, once the unit is back', async () => {
    passUntil(19)
    const { unit } = await follow('outside', night)
    await send(unit, clock(), DEPOT)
    passUntil(23)
    await send(unit, clock(), DEPOT)
    await mails()
    await send(unit, clock() - HOUR, FAR)
    assert.deepEqual(await mails(), [])
  })
})

describe('an alert on not arriving by a time of day', () => {
  beforeEach(removeAlerts)
  const seven: AlertSchedule = { kind: 'by', days: EVERY_DAY, at: '07:00' }

  it('has a preview of the deadlines that the unit missed, each until it came', async () => {
    passUntil(12)
    const { unit } = await follow('in', seven)
    const today = clock() - 12 * HOUR
    // It comes late one day, in time on the next, stays over the night, and is away today.
    const ofDay = (days: number, hours: number): number => today - days * DAY + hours * HOUR
    await send(unit, ofDay(3, 8), DEPOT)
    await send(unit, ofDay(3, 9), FAR)
    await send(unit, ofDay(2, 6), DEPOT)
    await send(unit, ofDay(2, 7), FAR)
    await send(unit, ofDay(2, 20), DEPOT)
    await send(unit, ofDay(1, 9), FAR)
    const body = { devices: [unit.dataId], type: 'event' as const, event: 'Depot', schedule: seven }
    const { details } = (await call(rehearseAlert, { as: admin, body })).body
    const missed = details.units[0]?.events.slice(-2).map(({ startUTC, endUTC }) => [startUTC, endUTC])
    const text = (at: number): string => new Date(at).toISOString()
    assert.deepEqual(missed, [
      [text(ofDay(9, 7)), text(ofDay(3, 8))],
      [text(ofDay(0, 7)), null],
    ])
  })

  it('is mailed once, a minute after the time, and is OK when the unit comes', async () => {
    passUntil(5)
    const { unit } = await follow('in', seven)
    await send(unit, clock(), FAR)
    assert.deepEqual(await mails(), [])
    passUntil(7)
    assert.deepEqual(await mails(), [])
    clock.advance(2 * MINUTE)
    const [mail, ...others] = await mails()
    assert.match(mail ?? '', /Truck 4: not in the place of Depot by .*07:00/)
    assert.deepEqual(others, [])
    clock.advance(HOUR)
    assert.deepEqual(await mails(), [])
    await send(unit, clock(), DEPOT)
    assert.match((await mails()).join(), /Truck 4: in the place of Depot since/)
  })

  it('is not mailed for a unit that was there that day, or has been parked there since before', async () => {
    passUntil(5)
    const { unit } = await follow('in', seven)
    await send(unit, clock(), DEPOT)
    clock.advance(30 * MINUTE)
    await send(unit, clock(), FAR)
    await mails()
    const { unit: parked } = await follow('in', seven)
    await send(parked, clock(), DEPOT)
    await mails()
    passUntil(7, 5)
    assert.deepEqual(await mails(), [])
    // On the next day one is still there, and the other one was not.
    passUntil(7, 5)
    assert.equal((await mails()).length, 1)
    await send(unit, clock(), DEPOT)
    await mails()
  })

  it('takes the word of a late record that the unit was there in time', async () => {
    passUntil(5)
    const { unit } = await follow('in', seven)
    await send(unit, clock(), FAR)
    passUntil(6, 50)
    await send(unit, clock(), FAR)
    await send(unit, clock() - 20 * MINUTE, DEPOT)
    passUntil(7, 5)
    assert.deepEqual(await mails(), [])

    passUntil(7, 5)
    assert.equal((await mails()).length, 1)
    clock.advance(30 * MINUTE)
    await send(unit, clock() - HOUR, DEPOT)
    assert.match((await mails()).join(), /in the place of Depot since/)
  })

  it('is mailed once by two servers, and after a restart', async () => {
    passUntil(5)
    await follow('in', seven)
    passUntil(7, 5)
    await Promise.all([features.alertTimers.run(), features.alertTimers.run()])
    assert.equal((await mails()).length, 1)
    const { deadlineAt: next } = await db
      .selectFrom('alertUnit')
      .select('deadlineAt')
      .orderBy('deadlineAt', 'desc')
      .executeTakeFirstOrThrow()
    assert.ok((next ?? 0) > clock())
  })

  it('has nothing to do on a unit any more once it ended there', async () => {
    passUntil(5)
    const { unit, alertID } = await follow('in', seven)
    await send(unit, clock(), FAR)
    passUntil(7, 5)
    assert.equal((await mails()).length, 1)
    admin = await signInAs({ role: 'admin', entity })
    const removed = await call(removeEvent, { as: admin, body: { dataID: unit.dataId, name: 'Depot' } })
    assert.equal(removed.status, 200, removed.failure.message)
    await mails()

    for (let days = 0; days < 3; days += 1) {
      passUntil(7, 5)
      assert.equal(await areStatesDue(), false)
      assert.deepEqual(await mails(), [])
    }
    admin = await signInAs({ role: 'admin', entity })
    const { history } = (await call(listAlertHistory, { as: admin, query: { alertID } })).body.details
    assert.deepEqual(
      history.map(({ happening }) => happening),
      ['ended', 'high'],
    )
  })

  it('is about the next deadline once a unit that was deactivated is back, and nothing is due until then', async () => {
    passUntil(5)
    const { unit } = await follow('in', seven)
    await send(unit, clock(), FAR)
    await mails()
    const setActive = (active: boolean) =>
      db.updateTable('unit').set({ active }).where('dataId', '=', unit.dataId).execute()
    await setActive(false)

    passUntil(7, 5)
    // Whether or not its alerts rest already.
    assert.equal(await areStatesDue(), false)
    assert.deepEqual(await mails(), [])
    assert.equal(await areStatesDue(), false)
    passUntil(9)
    await setActive(true)
    assert.equal(await areStatesDue(), false)
    // First it no longer rests, then its next deadline is found.
    assert.deepEqual(await mails(), [])
    assert.deepEqual(await mails(), [])
    assert.equal(await areStatesDue(), false)

    passUntil(7, 5)
    assert.equal((await mails()).length, 1)
  })

  it('follows its time zone, and begins again with another one', async () => {
    passUntil(3)
    const { unit, alertID } = await follow('in', seven, 'Europe/Stockholm')
    await send(unit, clock(), FAR)
    await mails()
    // From 5:00 or 6:00 UTC on.
    passUntil(6, 5)
    assert.equal((await mails()).length, 1)
    admin = await signInAs({ role: 'admin', entity })
    const changed = await call(updateAlert, { as: admin, body: { alertID, timeZone: 'UTC' } })
    assert.equal(changed.status, 200)
    await mails()
    passUntil(7, 5)
    assert.equal((await mails()).length, 1)
    admin = await signInAs({ role: 'admin', entity })
    const { details } = (await call(listAlerts, { as: admin, query: { alertID, all: 'true' } })).body
    assert.deepEqual(details[0]?.schedule, seven)
  })
})

describe('the times of an alert', () => {
  it('are those of places alone, and a unit is awaited only in one', async () => {
    admin = await signInAs({ role: 'admin', entity })
    const unit = await buildUnit(db, { entity })
    await sendRecords(app, unit, 'tank', { level: 1 })
    await send(unit, clock(), FAR)
    const startDate = '2026-01-01'
    const tables = { Level: 'tank.level > 2', Away: `location outside place ${placeID}`, Ways: 'location trips' }
    for (const [name, comparison] of Object.entries(tables))
      await call(createEvent, { as: admin, body: { dataID: unit.dataId, name, comparison, startDate } })
    const fieldsOf = async (event: string, schedule: AlertSchedule | null) => {
      const body = { name: 'No', type: 'event' as const, event, devices: [unit.dataId], schedule }
      const refused = await call(createAlert, { as: admin, body })
      assert.equal(refused.status, 400)
      return Object.keys(refused.failure.details?.['fields'] ?? {})
    }
    const by: AlertSchedule = { kind: 'by', days: [1], at: '07:00' }
    assert.deepEqual(await fieldsOf('Level', by), ['schedule'])
    assert.deepEqual(await fieldsOf('Away', by), ['schedule'])
    assert.deepEqual(await fieldsOf('Ways', null), ['event'])
  })
})
