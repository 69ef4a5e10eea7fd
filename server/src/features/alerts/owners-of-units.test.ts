import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listHeirs } from '@fieldwatch/contract/alerts/alert-recipients'
import { createAlert, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })

const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

/** An alert of Middle on a unit of North and one of South, each seen by one of its owners. */
async function buildShared() {
  const top = await buildEntity(db, { name: 'Top' })
  const middle = await buildEntity(db, { parentId: top, name: 'Middle' })
  const north = await buildEntity(db, { parentId: middle, name: 'North' })
  const south = await buildEntity(db, { parentId: middle, name: 'South' })
  const boss = await signInAs({ role: 'admin', entity: top })
  const maker = await signInAs({ role: 'admin', entity: middle })
  const northerner = await signInAs({ entity: north })
  const southerner = await signInAs({ entity: south })
  const pumps = {
    north: await buildUnit(db, { entity: north, friendlyName: 'Pump north' }),
    south: await buildUnit(db, { entity: south, friendlyName: 'Pump south' }),
  }
  const devices = [pumps.north.dataId, pumps.south.dataId]
  for (const pump of Object.values(pumps)) await sendRecords(app, pump, 'room', { temp: 4 })
  const owners = [northerner.userId, southerner.userId]
  const draft = { name: 'Too warm', source: 'room', condition, devices, owners, entity: north }
  const { alertID } = (await succeed(call(createAlert, { as: maker, body: draft }))).details
  await succeed(call(updateAlert, { as: maker, body: { alertID, owners } }))
  await db.deleteFrom('outbox').execute()
  return { boss, maker, northerner, southerner, north, south, pumps, alertID }
}

const ownersOf = async (alertId: AlertId): Promise<string[]> => {
  const rows = await db
    .selectFrom('alertPerson')
    .select('userId')
    .where('alertId', '=', alertId)
    .where('owns', '=', true)
    .execute()
  return rows.map((row) => row.userId).toSorted()
}

const idsOf = (...people: readonly SignedInUser[]): string[] => people.map(({ userId }) => userId).toSorted()

const disable = (as: SignedInUser, { userId: userUID }: SignedInUser) =>
  succeed(call(updateUsers, { as, body: { userUID, status: 'disabled' } }))

describe('an alert on units of which each owner sees one', () => {
  it('gets the admins who see a unit as owners when its only owner there goes, as the list before said', async () => {
    const { boss, maker, northerner, southerner, alertID } = await buildShared()
    const change = { kind: 'person-disabled', userIDs: [southerner.userId] } as const

    const { details } = await succeed(call(listConsequences, { as: boss, body: { change } }))
    await disable(boss, southerner)
    const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', maker.email).execute()

    const alerts = details.things.filter(({ kind }) => kind === 'alert')
    assert.deepEqual(
      alerts.map(({ name, follows }) => [name, follows]),
      [['Too warm', 'is handed to']],
    )
    assert.deepEqual(await ownersOf(alertID), idsOf(maker, northerner, southerner))
    assert.match(mails[0]?.body ?? '', /Too warm/)
    assert.equal(mails.length, 1)
  })

  it('goes back once that owner is back, and not because another one is', async () => {
    const { boss, maker, northerner, southerner, alertID } = await buildShared()
    await disable(boss, southerner)
    await disable(boss, northerner)

    await succeed(call(updateUsers, { as: boss, body: { userUID: northerner.userId, status: 'active' } }))
    const afterOne = await ownersOf(alertID)
    await succeed(call(updateUsers, { as: boss, body: { userUID: southerner.userId, status: 'active' } }))

    assert.deepEqual(afterOne, idsOf(maker, northerner, southerner))
    assert.deepEqual(await ownersOf(alertID), idsOf(northerner, southerner))
  })

  it('goes to a chosen person only if they see the unit without an owner', async () => {
    const { boss, maker, northerner, southerner, north, south, alertID } = await buildShared()
    const northern = await signInAs({ entity: north })
    const southern = await signInAs({ entity: south })
    const userUID = [southerner.userId]

    const { heirs } = (await succeed(call(listHeirs, { as: boss, body: { userUID } }))).details
    const refused = await call(deleteUsers, { as: boss, body: { userUID, handOverTo: northern.userId } })
    await succeed(call(deleteUsers, { as: boss, body: { userUID, handOverTo: southern.userId } }))

    assert.deepEqual(heirs.map(({ id }) => id).toSorted(), idsOf(boss, maker, southern))
    assert.match(refused.failure.details?.fields?.['handOverTo'] ?? '', /cannot see the units of the alert “Too warm”/)
    assert.deepEqual(await ownersOf(alertID), idsOf(northerner, southern))
  })

  it('is not left with a unit that no owner sees by an edit', async () => {
    const { maker, northerner, pumps, alertID } = await buildShared()
    const reasonOf = async (body: object) =>
      (await call(updateAlert, { as: maker, body: { alertID, ...body } })).failure.details?.fields?.['owners']

    const without = await reasonOf({ owners: [northerner.userId] })
    await succeed(
      call(updateAlert, { as: maker, body: { alertID, owners: [northerner.userId], devices: [pumps.north.dataId] } }),
    )
    const again = await reasonOf({ devices: [pumps.north.dataId, pumps.south.dataId] })

    assert.equal(without, 'None of the owners can be notified of Pump south. Add one who sees it.')
    assert.equal(again, without)
    assert.deepEqual(await ownersOf(alertID), idsOf(northerner))
  })

  it('may be edited where a unit had no owner who sees it before', async () => {
    const { boss, maker, northerner, southerner, alertID } = await buildShared()
    await db
      .updateTable('appUser')
      .set({ status: 'disabled' })
      .where('id', 'in', [southerner.userId, boss.userId])
      .execute()

    await succeed(call(updateAlert, { as: maker, body: { alertID, name: 'Much too warm' } }))

    assert.deepEqual(await ownersOf(alertID), idsOf(northerner, southerner))
  })
})
