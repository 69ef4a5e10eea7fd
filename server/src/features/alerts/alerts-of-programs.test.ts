import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId, DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { createEvent, refreshEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const colleague = await signInAs({ entity })

/** A caller that acts by a token of the admin, or of the entity. */
async function addProgram(owner: { entity?: EntityId } = {}): Promise<SignedInUser> {
  const scopes: CallOf<typeof createProgramToken>['body']['scopes'] = ['read', 'manage-units', 'manage-alerts']
  const role = owner.entity === undefined ? {} : { role: 'admin' as const }
  const body = { name: 'Deploy', scopes, days: 1, ...owner, ...role }
  const { secret } = (await call(createProgramToken, { as: admin, body })).body.details
  return { ...admin, bearer: `Bearer ${secret}` }
}

async function addUnit(): Promise<DataId> {
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, 'level', { value: 1.5 })
  return unit.dataId
}

const draft = (dataID: DataId) => ({
  name: 'High',
  devices: [dataID],
  source: 'level',
  condition: { field: 'value', operator: 'greater than' as const, constant: 1 },
})

async function findOwners(alertID: AlertId) {
  const { body } = await call(listAlerts, { as: admin, query: { alertID, all: 'true' } })
  return body.details[0]?.owners
}

describe('an alert of a program', () => {
  it('has the owners that the program names, and else the person of its token', async () => {
    const [program, dataID] = [await addProgram(), await addUnit()]

    const named = await call(createAlert, { as: program, body: { ...draft(dataID), owners: [colleague.userId] } })
    const unnamed = await call(createAlert, { as: program, body: draft(dataID) })

    assert.deepEqual(await findOwners(named.body.details.alertID), [colleague.userId])
    assert.deepEqual(await findOwners(unnamed.body.details.alertID), [admin.userId])
  })

  it('needs an owner where the token is of an entity', async () => {
    const [program, dataID] = [await addProgram({ entity }), await addUnit()]

    const unnamed = await call(createAlert, { as: program, body: draft(dataID) })
    const named = await call(createAlert, { as: program, body: { ...draft(dataID), owners: [colleague.userId] } })
    const { alertID } = named.body.details
    const changed = await call(updateAlert, { as: program, body: { alertID, name: 'Higher', interval: 60 } })

    assert.deepEqual(Object.keys(unnamed.failure.details?.fields ?? {}), ['owners'])
    assert.deepEqual(await findOwners(alertID), [colleague.userId])
    assert.equal(changed.body.details.version, 2)
  })

  it('is judged at once when a token of an entity changes the event table that it follows, and ends with that', async () => {
    const [program, dataID] = [await addProgram({ entity }), await addUnit()]
    const table = { dataID, name: 'Full', comparison: 'level.value > 1', startDate: '2026-01-01' }
    assert.equal((await call(createEvent, { as: program, body: table })).status, 200)
    const follower = { name: 'Full', type: 'event' as const, event: 'Full', devices: [dataID] }
    const { alertID } = (await call(createAlert, { as: admin, body: follower })).body.details

    const change = { dataID, name: 'Full', comparison: 'level.value > 2', version: 1 }
    assert.equal((await call(refreshEvent, { as: program, body: change })).status, 200)
    assert.equal((await call(removeEvent, { as: program, body: { dataID, name: 'Full' } })).status, 200)

    const { history } = (await call(listAlertHistory, { as: admin, query: { alertID, dataID } })).body.details
    assert.deepEqual(history.map(({ happening, by }) => `${happening} by ${by}`).toSorted(), [
      'changed by null',
      'ended by null',
      'high by null',
      'ok by null',
    ])
  })
})
