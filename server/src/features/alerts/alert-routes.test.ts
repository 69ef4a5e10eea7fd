import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addMaintenance,
  listAlertBands,
  listAlertHistory,
  listMaintenance,
  removeMaintenance,
} from '@fieldwatch/contract/alerts/alert-history'
import { acknowledgeAlert, snoozeAlert } from '@fieldwatch/contract/alerts/alert-history'
import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import { createAlert, listAlerts, removeAlert, unsubscribeAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { deleteUsers } from '@fieldwatch/contract/people/users'
import { buildEntity } from '#testing/build-users.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const colleague = await signInAs({ entity: top })
const lower = await signInAs({ entity: below })
const stranger = await signInAs({ role: 'admin' })

async function addUnit(entity = top) {
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, 'room', { temp: 4, note: 'cold', open: false })
  return unit
}
const unit = await addUnit()
const other = await addUnit()
const deep = await addUnit(below)

const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
const draft = (devices: DataId[] = [unit.dataId]) => ({ name: 'Too warm', source: 'room', condition, devices })

async function add(as: SignedInUser, given: object = {}): Promise<AlertId> {
  const { status, body, failure } = await call(createAlert, { as, body: { ...draft(), ...given } })
  assert.equal(status, 200, JSON.stringify(failure))
  return body.details.alertID
}

const listed = async (as: SignedInUser, query: object = {}) => (await call(listAlerts, { as, query })).body.details
const find = async (as: SignedInUser, id: AlertId, query: object = {}) =>
  (await listed(as, { alertID: id, ...query })).find((alert) => alert.id === id)

describe('making an alert', () => {
  // spec 2-2-82, 2-3-25, 2-3-26, 2-3-27, 2-3-28, 2-3-29
  it('makes its creator an owner, and names everything that is missing', async () => {
    const id = await add(viewer, { viewers: [colleague.userId, viewer.userId], createdBy: colleague.userId })

    const alert = await find(viewer, id)
    assert.deepEqual(
      [alert?.owners, alert?.viewers, alert?.createdBy, alert?.mine, alert?.status],
      [[viewer.userId], [colleague.userId], viewer.userId, 'owner', 'ok'],
    )
    assert.deepEqual([alert?.type, alert?.interval, alert?.entity, alert?.version], ['value', 0, top, 1])
    assert.deepEqual(
      alert?.states.map(({ dataID, status }) => [dataID, status]),
      [[unit.dataId, 'ok']],
    )
  })

  const wrong: { title: string; body: object; fields: string[] }[] = [
    { title: 'no name', body: { name: ' ' }, fields: ['name'] },
    { title: 'no device', body: { devices: [] }, fields: ['devices'] },
    { title: 'no source', body: { source: null }, fields: ['source'] },
    { title: 'no condition', body: { condition: null }, fields: ['condition'] },
    { title: 'a field that is no number', body: { condition: { ...condition, field: 'note' } }, fields: ['condition'] },
    { title: 'a field that there is not', body: { condition: { ...condition, field: 'nope' } }, fields: ['condition'] },
    { title: 'a source that there is not', body: { source: 'nope' }, fields: ['source'] },
    {
      title: 'a sign as the operator',
      body: { condition: { ...condition, operator: '>' } },
      fields: ['condition.operator'],
    },
    {
      title: 'a text as the value',
      body: { condition: { ...condition, constant: '8' } },
      fields: ['condition.constant'],
    },
    { title: 'a second limit on the wrong side', body: { clearLimit: 9 }, fields: ['clearLimit'] },
    { title: 'an interval of less than a minute', body: { interval: 30 }, fields: ['interval'] },
    { title: 'a condition on a silence', body: { type: 'silence' }, fields: ['condition'] },
    { title: 'a time zone that there is not', body: { timeZone: 'Mars/North' }, fields: ['timeZone'] },
  ]
  for (const { title, body, fields } of wrong) {
    it(`with ${title} is refused with a sentence at the field`, async () => {
      const { status, failure } = await call(createAlert, { as: viewer, body: { ...draft(), ...body } })

      assert.deepEqual([status, Object.keys(failure.details?.fields ?? {})], [400, fields])
    })
  }

  it('on a unit, for a person, or in an entity out of reach is as if these did not exist', async () => {
    const about = async (as: SignedInUser, body: object) =>
      (await call(createAlert, { as, body: { ...draft(), ...body } })).failure.code

    assert.equal(await about(viewer, { devices: [unit.dataId, deep.dataId] }), 'unit/not-found')
    assert.equal(await about(viewer, { viewers: [stranger.userId] }), 'user/not-found')
    assert.equal(await about(viewer, { entity: below }), 'entity/not-found')
    assert.equal(await about(stranger, {}), 'unit/not-found')
  })
})

describe('the list of alerts', () => {
  // spec 2-1-10, 2-6-05, 2-7-35
  it('has what one owns and what is shared with one; with all, for admins, what is in reach', async () => {
    const id = await add(viewer, { viewers: [colleague.userId] })
    const has = async (as: SignedInUser, query: object = {}) =>
      (await listed(as, query)).some((alert) => alert.id === id)

    assert.deepEqual(
      [await has(viewer), await has(colleague), await has(admin), await has(admin, { all: 'true' })],
      [true, true, false, true],
    )
    assert.deepEqual([await has(lower), await has(stranger, { all: 'true' })], [false, false])
    assert.equal((await find(colleague, id))?.mine, 'viewer')
    assert.equal((await call(listAlerts, { as: viewer, query: { all: 'true' } })).failure.code, 'access/forbidden')
  })

  // spec 2-7-34
  it('of a unit has the alerts on it', async () => {
    const id = await add(viewer, { devices: [other.dataId] })

    assert.ok((await listed(viewer, { dataID: other.dataId })).some((alert) => alert.id === id))
    assert.ok(!(await listed(viewer, { dataID: unit.dataId })).some((alert) => alert.id === id))
  })

  it('has the triggered ones first, page by page, and by the role of the person, with their units', async () => {
    const own = await addUnit()
    const person = await signInAs({ entity: top })
    const shared = await add(viewer, { name: 'Aa', devices: [own.dataId], viewers: [person.userId] })
    const quiet = await add(person, { name: 'Quiet', devices: [own.dataId], condition: { ...condition, constant: 99 } })
    const loud = await add(person, { name: 'Zz', devices: [own.dataId], viewers: [] })
    clock.advance(1_000)
    await sendRecords(app, own, 'room', { temp: 9 })
    await features.alerts.run()
    const page = async (query: object) => {
      const { body } = await call(listAlerts, { as: person, query })
      return { ids: body.details.map(({ id }) => id), pagination: body.pagination }
    }

    assert.deepEqual((await page({})).ids, [shared, loud, quiet])
    assert.deepEqual((await page({ mine: 'owner' })).ids, [loud, quiet])
    assert.deepEqual((await page({ mine: 'viewer', dataID: own.dataId })).ids, [shared])
    assert.deepEqual(await page({ page: 2, pageSize: 2 }), {
      ids: [quiet],
      pagination: { page: 2, pageSize: 2, total: 3, hasNext: false },
    })
    assert.equal((await page({ pageSize: 2 })).pagination.hasNext, true)
    const triggered = async (as: SignedInUser) => (await call(listTriggeredUnits, { as })).body.details
    assert.deepEqual(await triggered(person), [{ dataID: own.dataId, alerts: 2 }])
    assert.deepEqual(await triggered(colleague), [])
  })

  it('shows units and names in reach only', async () => {
    const id = await add(admin, { devices: [unit.dataId, deep.dataId], viewers: [lower.userId] })

    const seen = await find(lower, id)
    assert.deepEqual([seen?.devices, seen?.people.map((person) => person.id)], [[deep.dataId], [lower.userId]])
    assert.deepEqual([seen?.users, seen?.outOfReach], [[lower.userId], { owners: 1, viewers: 0 }])
    assert.deepEqual((await find(admin, id))?.devices.toSorted(), [unit.dataId, deep.dataId].toSorted())
  })
})

describe('changing an alert', () => {
  // spec 2-6-08, 2-6-09, 2-7-37
  it('is for its owners and for admins who reach it; viewers leave it, others do not see it', async () => {
    const id = await add(viewer, { viewers: [colleague.userId] })
    const change = async (as: SignedInUser) => {
      const { status, failure } = await call(updateAlert, { as, body: { alertID: id, name: 'Warm' } })
      return status === 200 ? 200 : failure.code
    }

    assert.deepEqual(
      [await change(viewer), await change(admin), await change(colleague), await change(lower), await change(stranger)],
      [200, 200, 'access/forbidden', 'alert/not-found', 'alert/not-found'],
    )
    assert.equal((await call(removeAlert, { as: colleague, body: { alertID: id } })).failure.code, 'access/forbidden')
    assert.equal((await call(removeAlert, { as: viewer, body: { alertID: id } })).status, 200)
    assert.equal(await find(viewer, id), undefined)
  })

  // spec 2-7-36
  it('leaves what it does not name, and what is out of reach', async () => {
    const id = await add(admin, {
      devices: [unit.dataId, deep.dataId],
      owners: [viewer.userId],
      viewers: [lower.userId],
    })

    await call(updateAlert, { as: viewer, body: { alertID: id, devices: [other.dataId], viewers: [colleague.userId] } })

    const alert = await find(admin, id)
    assert.deepEqual(alert?.devices.toSorted(), [other.dataId, deep.dataId].toSorted())
    assert.deepEqual(alert?.viewers.toSorted(), [colleague.userId, lower.userId].toSorted())
    assert.deepEqual([alert?.name, alert?.condition], ['Too warm', condition])
  })

  it('from an older version is refused', async () => {
    const id = await add(viewer)
    await call(updateAlert, { as: admin, body: { alertID: id, name: 'Warm' } })

    const { failure } = await call(updateAlert, { as: viewer, body: { alertID: id, interval: 60, version: 1 } })

    assert.equal(failure.code, 'alert/changed')
  })

  it('keeps at least one owner', async () => {
    const id = await add(viewer)

    const { failure } = await call(updateAlert, { as: viewer, body: { alertID: id, owners: [] } })

    assert.deepEqual(failure.details?.fields, { owners: 'An alert has at least one owner.' })
  })

  it('that does not fit together is refused', async () => {
    const id = await add(viewer)

    const { failure } = await call(updateAlert, { as: viewer, body: { alertID: id, clearLimit: 12 } })

    assert.equal(failure.details?.fields?.['clearLimit'], 'The limit to be OK again cannot be above the limit.')
  })

  it('of the condition leaves it triggered where the new limit is passed too', async () => {
    const own = await addUnit()
    const id = await add(viewer, { devices: [own.dataId] })
    clock.advance(1_000)
    await sendRecords(app, own, 'room', { temp: 9 })
    await features.alerts.run()
    const before = (await find(viewer, id))?.status

    await call(updateAlert, { as: viewer, body: { alertID: id, condition: { ...condition, constant: 8.5 } } })

    assert.deepEqual([before, (await find(viewer, id))?.status], ['high', 'high'])
    const { history } = (await call(listAlertHistory, { as: viewer, query: { alertID: id } })).body.details
    assert.deepEqual(
      history.map(({ happening }) => happening),
      ['high', 'changed', 'high'],
    )
  })

  it('of the condition leaves what was triggered before out of what late records correct', async () => {
    const own = await addUnit()
    const id = await add(viewer, { devices: [own.dataId] })
    clock.advance(1_000)
    await sendRecords(app, own, 'room', { temp: 9 })
    await features.alerts.run()
    await call(updateAlert, { as: viewer, body: { alertID: id, condition: { ...condition, constant: 20 } } })
    clock.advance(2_000)
    await sendRecords(app, own, 'room', { temp: 10 })
    await features.alerts.run()

    await sendRecords(app, own, 'room', { temp: 10, messageUTC: new Date(clock() - 1_000).toISOString() })
    await features.alerts.run()

    const { history } = (await call(listAlertHistory, { as: viewer, query: { alertID: id } })).body.details
    assert.deepEqual(
      history.map(({ happening }) => happening),
      ['ok', 'changed', 'high'],
    )
  })
})

describe('unsubscribing', () => {
  it('takes a viewer out of the alert, and leaves an owner in it without messages', async () => {
    const id = await add(viewer, { viewers: [colleague.userId] })

    await call(unsubscribeAlert, { as: colleague, body: { alertID: id } })
    await call(unsubscribeAlert, { as: viewer, body: { alertID: id } })

    assert.equal(await find(colleague, id), undefined)
    assert.equal((await find(viewer, id))?.unsubscribed, true)
    await call(unsubscribeAlert, { as: viewer, body: { alertID: id, subscribe: true } })
    assert.equal((await find(viewer, id))?.unsubscribed, false)
  })
})

describe('an alert', () => {
  it('outlives its creator, whom it names no longer, and is owned by an admin then', async () => {
    const gone = await signInAs({ entity: top })
    const id = await add(gone, { viewers: [viewer.userId] })

    await call(deleteUsers, { as: admin, body: { userUID: [gone.userId] } })

    const alert = await find(admin, id, { all: 'true' })
    assert.equal(alert?.createdBy, null)
    assert.deepEqual([alert.owners, alert.users.toSorted()], [[admin.userId], [admin.userId, viewer.userId].toSorted()])
    assert.equal((await call(updateAlert, { as: admin, body: { alertID: id, owners: [viewer.userId] } })).status, 200)
  })

  it('that is triggered is acknowledged and snoozed by those who may change it, and its history has both', async () => {
    const own = await addUnit()
    const id = await add(viewer, { devices: [own.dataId], viewers: [colleague.userId] })
    clock.advance(1_000)
    await sendRecords(app, own, 'room', { temp: 9 })
    await features.alerts.run()
    const until = new Date(clock() + 3_600_000).toISOString()

    const refused = await call(acknowledgeAlert, { as: colleague, body: { alertID: id } })
    await call(acknowledgeAlert, { as: viewer, body: { alertID: id, comment: 'On my way.' } })
    await call(snoozeAlert, { as: viewer, body: { alertID: id, dataID: own.dataId, until } })

    assert.equal(refused.failure.code, 'access/forbidden')
    const [state] = (await find(viewer, id))?.states ?? []
    assert.deepEqual([state?.comment, state?.snoozedUntilUTC, state?.value], ['On my way.', until, 9])
    const { history, next } = (await call(listAlertHistory, { as: colleague, query: { alertID: id } })).body.details
    assert.deepEqual(history.map(({ happening }) => happening).toSorted(), ['acknowledged', 'high', 'snoozed'])
    const snooze = history.find(({ happening }) => happening === 'snoozed')
    assert.deepEqual([snooze?.atUTC, snooze?.untilUTC], [new Date(clock()).toISOString(), until])
    assert.equal(next, null)
  })

  it('has a history that is read page by page', async () => {
    const own = await addUnit()
    const id = await add(viewer, { devices: [own.dataId] })
    for (const temp of [9, 3, 10, 4]) {
      clock.advance(1_000)
      await sendRecords(app, own, 'room', { temp })
    }
    await features.alerts.run()

    const first = (await call(listAlertHistory, { as: viewer, query: { alertID: id, limit: 3 } })).body.details
    const after = first.next ?? ''
    const second = (await call(listAlertHistory, { as: viewer, query: { alertID: id, limit: 3, after } })).body.details

    const described = [...first.history, ...second.history].map(({ happening, value, limit }) => [
      happening,
      value,
      limit,
    ])
    assert.deepEqual(described, [
      ['ok', 4, 8],
      ['high', 10, 8],
      ['ok', 3, 8],
      ['high', 9, 8],
    ])
    assert.equal(second.next, null)
  })
})

describe('the bands of an alert', () => {
  it('are when it was triggered on a unit, with the limit of that time', async () => {
    const own = await addUnit()
    const id = await add(viewer, { devices: [own.dataId] })
    const times: string[] = []
    for (const temp of [9, 3, 10]) {
      clock.advance(60_000)
      times.push(new Date(clock()).toISOString())
      await sendRecords(app, own, 'room', { temp })
    }
    await features.alerts.run()
    const ask = async (as: SignedInUser, dataID: DataId) => {
      const range = { startDate: new Date(clock() - 3_600_000).toISOString(), endDate: '2099-01-01T00:00:00Z' }
      return call(listAlertBands, { as, query: { alertID: id, dataID, ...range, width: 4_000 } })
    }

    const narrow = { startDate: times[0] ?? '', endDate: new Date(clock() + 1_000).toISOString() }
    const query = { alertID: id, dataID: own.dataId, ...narrow, width: 4_000 }
    const { name, comparison, bands } = (await call(listAlertBands, { as: viewer, query })).body.details

    assert.deepEqual([name, comparison], ['Too warm', 'room.temp > 8'])
    assert.deepEqual(
      bands.map(({ startUTC, endUTC }) => [startUTC, endUTC]),
      [
        [times[0], times[1]],
        [times[2], times[2]],
      ],
    )
    assert.equal((await ask(viewer, own.dataId)).status, 200)
    assert.equal((await ask(viewer, other.dataId)).failure.code, 'unit/not-found')
    assert.equal((await ask(colleague, own.dataId)).failure.code, 'alert/not-found')
    const turned = { ...query, endDate: query.startDate }
    assert.equal((await call(listAlertBands, { as: viewer, query: turned })).failure.code, 'request/invalid')
  })
})

describe('maintenance', () => {
  it('of a unit is entered by an admin, shown to all who reach it, and taken back', async () => {
    const window = {
      dataID: other.dataId,
      from: new Date(clock()).toISOString(),
      to: new Date(clock() + 60_000).toISOString(),
    }

    const refused = await call(addMaintenance, { as: viewer, body: window })
    const { maintenanceID } = (await call(addMaintenance, { as: admin, body: { ...window, comment: 'New pump' } })).body
      .details

    assert.equal(refused.failure.code, 'access/forbidden')
    const shown = (await call(listMaintenance, { as: viewer, query: { dataID: other.dataId } })).body.details
    assert.deepEqual(
      shown.map(({ comment, by }) => [comment, by]),
      [['New pump', admin.email]],
    )
    const id = await add(viewer, { devices: [other.dataId] })
    assert.equal((await find(viewer, id))?.states[0]?.maintainedUntilUTC, window.to)
    await call(removeMaintenance, { as: admin, body: { dataID: other.dataId, maintenanceID } })
    assert.deepEqual((await call(listMaintenance, { as: viewer, query: { dataID: other.dataId } })).body.details, [])
  })

  it('that is over or ends before it begins is refused', async () => {
    const at = (ms: number) => new Date(clock() + ms).toISOString()
    const add_ = async (from: string, to: string) =>
      (await call(addMaintenance, { as: admin, body: { dataID: other.dataId, from, to } })).failure.details?.fields

    assert.deepEqual(await add_(at(-2_000), at(-1_000)), { to: 'The period is over already.' })
    assert.deepEqual(await add_(at(2_000), at(1_000)), { to: 'It ends before it begins.' })
  })
})
