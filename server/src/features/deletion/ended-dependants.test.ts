import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { createCalculation, removeCalculation } from '@fieldwatch/contract/calculations/calculations'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { createEvent, listEvents, refreshEvent } from '@fieldwatch/contract/events/events'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { putTemplate } from '@fieldwatch/contract/templates/templates'
import { deleteUsers } from '@fieldwatch/contract/people/users'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const { alerts, alertTimers, calculations, events } = features

const entity = await buildEntity(db)
const below = await buildEntity(db, { parentId: entity })
const admin = await signInAs({ role: 'admin', entity })
const stranger = await signInAs({ role: 'admin' })
const START = clock() - 60_000

/** A unit with the calculated source `warm`, and what depends on it; of an owner who owns nothing else. */
async function buildDependants(): Promise<{ unit: BuiltUnit; alertId: AlertId; admin: SignedInUser }> {
  const admin = await signInAs({ role: 'admin' })
  const unit = await buildUnit(db, { entity: admin.entity, friendlyName: 'Cold store' })
  const { dataId: dataID } = unit
  await sendRecords(app, unit, 'room', { messageUTC: new Date(START).toISOString(), temp: 4 })
  const startDate = new Date(START - 1).toISOString()
  const values = [{ source: 'room', field: 'temp' }]
  const warm = { dataID, name: 'warm', equation: 'room.temp * 2', unit: '°C', startDate, values }
  await succeed(call(createCalculation, { as: admin, body: warm }))
  await calculations.run()
  const condition = { field: 'value', operator: 'greater than', constant: 10 } as const
  const body = { name: 'Too warm', source: 'warm', condition, interval: 60, devices: [dataID] }
  const { alertID: alertId } = (await succeed(call(createAlert, { as: admin, body }))).details
  await putChart(admin, dataID, 'Warmth', { source: 'warm', field: 'value' })
  const table = { dataID, name: 'hot', comparison: 'warm.value > 10', startDate }
  await succeed(call(createEvent, { as: admin, body: table }))
  await sendRecords(app, unit, 'room', { messageUTC: new Date(START + 1_000).toISOString(), temp: 8 })
  await calculations.run()
  await alerts.run()
  await events.run()
  return { unit, alertId, admin }
}

interface Shown {
  readonly source: string
  readonly field: string
}

async function putChart(as: SignedInUser, dataID: DataId, title: string, { source, field }: Shown): Promise<void> {
  const specifications = { [source]: [{ field, friendlyName: title }] }
  const timeSeries = { charts: [{ title, type: 'timeseries' as const, specifications }] }
  await succeed(call(putTemplate, { as, body: { dataID, template: { title: 'Charts', timeSeries } } }))
}

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

async function findAlert(as: SignedInUser, alertID: AlertId) {
  return (await call(listAlerts, { as, query: { alertID, all: 'true' } })).body.details[0]
}

const mailsTo = async ({ email }: SignedInUser): Promise<{ subject: string; body: string }[]> =>
  db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', email).orderBy('createdAt').execute()

describe('deleting a calculated source', () => {
  it('shows first what depends on it, by name', async () => {
    const { unit, admin } = await buildDependants()

    const change = { kind: 'source-deleted', dataID: unit.dataId, source: 'warm' } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details

    assert.deepEqual(
      things.map(({ kind, follows, name }) => [kind, follows, name]),
      [
        ['alert', 'ends', 'Too warm'],
        ['event table', 'ends', 'hot'],
        ['chart', 'changed', 'Warmth'],
      ],
    )
  })

  // spec 2-4-21
  it('ends its alerts with the reason, and sends no more alarms', async () => {
    const { unit, alertId, admin } = await buildDependants()
    assert.equal((await findAlert(admin, alertId))?.status, 'high')
    await alertTimers.run()
    const { length: before } = await mailsTo(admin)

    await succeed(call(removeCalculation, { as: admin, body: { dataID: unit.dataId, name: 'warm' } }))
    const mails = (await mailsTo(admin)).slice(before)
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(61_000)
      await alerts.run()
      await alertTimers.run()
    }

    const reason = 'The source warm of Cold store was deleted.'
    const alert = await findAlert(admin, alertId)
    assert.deepEqual([alert?.status, alert?.states[0]?.ended], ['ok', reason])
    assert.equal((await mailsTo(admin)).length, before + mails.length)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['A source that you use was deleted'],
    )
    assert.match(mails[0]?.body ?? '', /The source warm of Cold store was deleted\.[^]*“Too warm” ended/)
    const { history } = (await call(listAlertHistory, { as: admin, query: { alertID: alertId } })).body.details
    assert.deepEqual([history[0]?.happening, history[0]?.reason], ['ended', reason])
    const asked = { as: admin, query: { alertID: alertId }, headers: { 'accept-language': 'de' } }
    const inGerman = (await call(listAlertHistory, asked)).body.details.history
    assert.equal(inGerman[0]?.reason, 'Die Datenquelle warm von Cold store wurde gelöscht.')
  })

  it('ends its event tables, and keeps their events', async () => {
    const { unit, admin } = await buildDependants()
    const { dataId: dataID } = unit

    await succeed(call(removeCalculation, { as: admin, body: { dataID, name: 'warm' } }))
    await events.run()

    const page = (await call(listEvents, { as: admin, query: { dataID, name: 'hot' } })).body.details
    assert.ok('occurrences' in page)
    assert.deepEqual([page.state, page.ended], ['ended', 'The source warm of Cold store was deleted.'])
    assert.deepEqual(
      page.occurrences.map(({ startUTC, endUTC }) => [Date.parse(startUTC), endUTC === null]),
      [[START + 1_000, false]],
    )
    assert.equal((await call(refreshEvent, { as: admin, body: { dataID, name: 'hot' } })).failure.code, 'event/ended')
  })

  it('lets an alert watch again once its source is there again and its owner saves it', async () => {
    const { unit, alertId, admin } = await buildDependants()
    const { dataId: dataID } = unit
    await succeed(call(removeCalculation, { as: admin, body: { dataID, name: 'warm' } }))
    const startDate = new Date(START - 1).toISOString()
    const values = [{ source: 'room', field: 'temp' }]
    const warm = { dataID, name: 'warm', equation: 'room.temp', unit: '°C', startDate, values }
    await succeed(call(createCalculation, { as: admin, body: warm }))
    await calculations.run()

    const silent = (await findAlert(admin, alertId))?.states[0]?.ended
    await succeed(call(updateAlert, { as: admin, body: { alertID: alertId, interval: 0 } }))

    assert.notEqual(silent, null)
    assert.equal((await findAlert(admin, alertId))?.states[0]?.ended, null)
  })

  it('of a unit out of reach is as if it did not exist', async () => {
    const { unit } = await buildDependants()
    const change = { kind: 'source-deleted', dataID: unit.dataId, source: 'warm' } as const

    assert.equal((await call(listConsequences, { as: stranger, body: { change } })).failure.code, 'unit/not-found')
  })
})

describe('deleting the last owner of an alert', () => {
  async function buildOwned(of = entity) {
    const unit = await buildUnit(db, { entity: of })
    await sendRecords(app, unit, 'room', { temp: 4 })
    const owner = await signInAs({ entity: of })
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    const body = { name: 'Mine', source: 'room', condition, devices: [unit.dataId] }
    const { alertID } = (await succeed(call(createAlert, { as: owner, body }))).details
    return { unit, owner, alertID }
  }

  it('shows the alert first, and hands it to the admins of its entity with a mail', async () => {
    const { owner, alertID } = await buildOwned()
    const change = { kind: 'person-deleted', userIDs: [owner.userId] } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details
    const { length: before } = await mailsTo(admin)

    await succeed(call(deleteUsers, { as: admin, body: { userUID: owner.userId } }))

    assert.deepEqual(things, [{ kind: 'alert', id: alertID, name: 'Mine', follows: 'is handed to' }])
    assert.deepEqual((await findAlert(admin, alertID))?.owners, [admin.userId])
    const mails = (await mailsTo(admin)).slice(before)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['You own alerts now'],
    )
    const { history } = (await call(listAlertHistory, { as: admin, query: { alertID } })).body.details
    assert.equal(history[0]?.happening, 'handed-over')
  })

  it('hands it to the person who was chosen', async () => {
    const { owner, alertID } = await buildOwned()
    const heir = await signInAs({ entity })

    await succeed(call(deleteUsers, { as: admin, body: { userUID: owner.userId, handOverTo: heir.userId } }))

    assert.deepEqual((await findAlert(admin, alertID))?.owners, [heir.userId])
  })

  it('takes the admins above where the entity has none', async () => {
    const { owner, alertID } = await buildOwned(below)

    await succeed(call(deleteUsers, { as: admin, body: { userUID: owner.userId } }))

    assert.deepEqual((await findAlert(admin, alertID))?.owners, [admin.userId])
  })

  it('does not hand anything to a person out of reach, or to one who is deleted as well', async () => {
    const { owner } = await buildOwned()
    const about = async (handOverTo: SignedInUser['userId']) =>
      (await call(deleteUsers, { as: admin, body: { userUID: owner.userId, handOverTo } })).failure.code

    assert.equal(await about(stranger.userId), 'user/not-found')
    assert.equal(await about(owner.userId), 'request/invalid')
  })
})
