import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { getState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { acknowledgeAlert } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { createEvent } from '@fieldwatch/contract/events/events'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { showTemperature } from '#testing/show-temperature.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, clock, features, signInAs } = await createTestApp({ database })
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

  it('shows the alerts that were triggered, who took them on, and who was notified', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await showTemperature(db, unit)
    await sendRecords(app, unit, 'room', { temp: 1 })
    clock.advance(1_000)
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    const body = { name: 'Too warm', devices: [unit.dataId], source: 'room', condition }
    const { alertID } = (await call(createAlert, { as: admin, body })).body.details
    const before = await pass(5_000)
    await sendRecords(app, unit, 'room', { temp: 9 })
    await judge()
    const triggered = await pass(5_000)
    await call(acknowledgeAlert, { as: admin, body: { alertID, comment: '' } })
    const acknowledged = await pass(5_000)
    await sendRecords(app, unit, 'room', { temp: 2 })
    await judge()
    const over = await pass(5_000)
    const viewer = await signInAs({ entity: admin.entity })
    const alertsAt = async (at: string, as = admin) => (await askOne(unit.dataId, { at }, as)).alerts

    assert.deepEqual(await alertsAt(before), [])
    const [high] = await alertsAt(triggered)
    assert.partialDeepStrictEqual(high, { alertID, name: 'Too warm', value: 9, limit: 8, unitOfMeasure: '°C' })
    assert.equal(high?.acknowledgedUTC, null)
    assert.deepEqual(
      high?.notifications?.map(({ kind, channel, recipient }) => [kind, channel, recipient]),
      [['alarm', 'mail', admin.email]],
    )
    assert.notEqual((await alertsAt(acknowledged))[0]?.acknowledgedUTC, null)
    assert.deepEqual(await alertsAt(over), [])
    assert.deepEqual(await alertsAt(triggered, viewer), [], 'an alert of others')
  })

  it('shows the occurrences that were open, and those that seemed to be for what was known then', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, unit, 'room', [
      { messageUTC: minutesAgo(50), temp: 1 },
      { messageUTC: minutesAgo(40), temp: 30 },
    ])
    const known = await pass(5_000)
    await sendRecords(app, unit, 'room', [
      { messageUTC: minutesAgo(38), temp: 31 },
      { messageUTC: minutesAgo(36), temp: 2 },
    ])
    const draft = { dataID: unit.dataId, name: 'hot', comparison: 'room.temp > 20', startDate: minutesAgo(60) }
    const { status } = await call(createEvent, { as: admin, body: { ...draft, maxGapMinutes: 15 } })
    assert.equal(status, 200)
    await features.events.run()
    const openAt = async (asked: Asked) =>
      (await askOne(unit.dataId, asked)).occurrences.map(({ name, endUTC }) => [name, endUTC !== null])

    assert.deepEqual(await openAt({ at: minutesAgo(45) }), [])
    assert.deepEqual(await openAt({ at: minutesAgo(37) }), [['hot', true]])
    assert.deepEqual(await openAt({ at: minutesAgo(35) }), [])
    assert.deepEqual(await openAt({ at: minutesAgo(35), asKnownAt: known }), [['hot', false]])
    assert.deepEqual(await openAt({ at: minutesAgo(20), asKnownAt: known }), [], 'silent for too long')
  })

  it('shows the requests to the unit with their states at the moment, to admins', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const before = await pass(5_000)
    const ask = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' } as const
    const { action_id } = (await call(postAction, { as: admin, body: ask })).body.details
    const sent = await pass(5_000)
    await sendRecords(app, unit, 'action_result', { action_id, actionClass: 'Unit', action: 'Reboot', status: 'OK' })
    await features.requests.results.run()
    const answered = await pass(5_000)
    const viewer = await signInAs({ entity: admin.entity })
    const requestsAt = async (at: string, as = admin) =>
      (await askOne(unit.dataId, { at }, as)).requests.map(({ action, state, status }) => [action, state, status])

    assert.deepEqual(await requestsAt(before), [])
    assert.deepEqual(await requestsAt(sent), [['Reboot', 'waiting', null]])
    assert.deepEqual(await requestsAt(answered), [['Reboot', 'answered', 'OK']])
    assert.deepEqual(await requestsAt(answered, viewer), [])
  })

  it('shows results of calculated sources, which are no activity of the unit', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, unit, 'tank', { messageUTC: minutesAgo(20), level: 4 })
    const body = {
      dataID: unit.dataId,
      name: 'double',
      equation: 'tank.level * 2',
      unit: 'm',
      values: [{ source: 'tank', field: 'level' }],
      startDate: minutesAgo(60),
    }
    const created = await call(createCalculation, { as: admin, body })
    assert.equal(created.status, 200, JSON.stringify(created.failure))
    await features.calculations.run()
    const computed = await pass(5_000)

    const state = await askOne(unit.dataId, { at: computed, asKnownAt: '9000-01-01T00:00:00Z' })
    const [double] = state.records

    assert.equal(double?.subject, 'double')
    assert.equal(state.lastActivityUTC, state.records.find(({ subject }) => subject === 'tank')?.record.recieveUTC)
  })

  it('shows a record that was ahead of its arrival from its own time on', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    await sendRecords(app, unit, 'probe', [
      { messageUTC: minutesAgo(1), level: 1 },
      { messageUTC: minutesAgo(-30), level: 2 },
    ])
    const levelAt = async (at: string) => (await askOne(unit.dataId, { at })).records[0]?.record['level']

    assert.equal(await levelAt(minutesAgo(0)), 1)
    assert.equal(await levelAt(minutesAgo(-30)), 2)
  })

  it('shows no requests to a unit that an entity out of reach also has', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const ask = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' } as const
    await call(postAction, { as: admin, body: ask })
    const stranger = await signInAs({ role: 'admin' })
    const before = await askOne(unit.dataId, { at: minutesAgo(0) })
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: stranger.entity }).execute()

    const after = await askOne(unit.dataId, { at: minutesAgo(0) })
    const theirs = await askOne(unit.dataId, { at: minutesAgo(0) }, stranger)

    assert.deepEqual(
      [before, after, theirs].map(({ requests }) => requests.length),
      [1, 0, 0],
    )
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

describe('POST state/steps', () => {
  it('lists when occurrences, alerts and requests began and ended, in both directions', async () => {
    const { unit, from, to } = await unitWithHistory()
    const viewer = await signInAs({ entity: admin.entity })
    const stepsOf = async (given: object = {}, as = admin) => {
      const { body } = await call(listStateSteps, { as, body: { dataIDs: [unit.dataId], from, to, ...given } })
      return {
        ...body.details,
        steps: body.details.steps.map(({ kind, happening, title }) => [kind, happening, title]),
      }
    }

    const { steps, more } = await stepsOf()
    const backwards = await stepsOf({ direction: 'desc' })
    const first = await stepsOf({ limit: 1 })
    const last = await stepsOf({ limit: 2, direction: 'desc', kinds: ['event', 'request'] })

    assert.deepEqual(steps, [
      ['event', 'began', 'Hot'],
      ['event', 'ended', 'Hot'],
      ['alert', 'high', 'Too warm'],
      ['alert', 'ok', 'Too warm'],
      ['request', 'sent', 'Reboot'],
      ['request', 'answered', 'Reboot'],
    ])
    assert.equal(more, false)
    assert.deepEqual(backwards.steps, steps.toReversed())
    assert.deepEqual(first, { steps: steps.slice(0, 1), more: true })
    assert.deepEqual(last, { steps: steps.slice(-2).toReversed(), more: true })
    assert.deepEqual((await stepsOf({}, viewer)).steps, steps.slice(0, 2))
  })

  it('leaves out what is before the range and from its end on', async () => {
    const { unit, from, to, steps } = await unitWithHistory()
    const [first, second] = steps

    const ask = async (range: { from: string; to: string }) =>
      (await call(listStateSteps, { as: admin, body: { dataIDs: [unit.dataId], ...range } })).body.details.steps

    assert.deepEqual(await ask({ from, to }), steps)
    assert.deepEqual(await ask({ from: second?.atUTC ?? '', to }), steps.slice(1))
    assert.deepEqual(await ask({ from, to: second?.atUTC ?? '' }), [first])
  })
})

async function unitWithHistory() {
  const unit = await buildUnit(db, { entity: admin.entity })
  const from = minutesAgo(60)
  await sendRecords(app, unit, 'room', [
    { messageUTC: minutesAgo(50), temp: 30 },
    { messageUTC: minutesAgo(45), temp: 1 },
  ])
  const draft = { dataID: unit.dataId, name: 'hot', title: 'Hot', comparison: 'room.temp > 20', startDate: from }
  await call(createEvent, { as: admin, body: { ...draft, maxGapMinutes: 15 } })
  clock.advance(1_000)
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  await call(createAlert, {
    as: admin,
    body: { name: 'Too warm', devices: [unit.dataId], source: 'room', condition },
  })
  for (const temp of [9, 2]) {
    clock.advance(1_000)
    await sendRecords(app, unit, 'room', { temp })
    await judge()
  }
  clock.advance(1_000)
  const ask = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' } as const
  const { action_id } = (await call(postAction, { as: admin, body: ask })).body.details
  clock.advance(1_000)
  await sendRecords(app, unit, 'action_result', { action_id, actionClass: 'Unit', action: 'Reboot', status: 'OK' })
  await features.requests.results.run()
  await features.events.run()
  clock.advance(1_000)
  const to = minutesAgo(0)
  const { body } = await call(listStateSteps, { as: admin, body: { dataIDs: [unit.dataId], from, to } })
  return { unit, from, to, steps: body.details.steps }
}

/** A moment between what happened and what happens next. */
async function pass(milliseconds: number): Promise<string> {
  clock.advance(milliseconds)
  const moment = new Date(clock()).toISOString()
  clock.advance(milliseconds)
  return moment
}

async function judge(): Promise<void> {
  await features.alerts.run()
  await features.alertTimers.run()
}

/** Sends a record and returns a moment by which it had arrived, and at which later ones had not. */
async function arriveAt(unit: Awaited<ReturnType<typeof buildUnit>>, record: object): Promise<string> {
  await sendRecords(app, unit, 'probe', record)
  clock.advance(30_000)
  return new Date(clock()).toISOString()
}
