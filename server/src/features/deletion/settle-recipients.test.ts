import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { listHeirs } from '@fieldwatch/contract/alerts/alert-recipients'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import type { AlertId, EntityId } from '@fieldwatch/contract/api/ids'
import { deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { answerAdminHere } from '#testing/answer-admin-here.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({ database })
const { alerts, alertTimers } = features
const top = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })

interface Owned {
  readonly below: EntityId
  readonly unit: BuiltUnit
  readonly owner: SignedInUser
  readonly alertID: AlertId
}

/** An entity without admins, and an alert of its only person. */
async function buildOwned(): Promise<Owned> {
  const below = await buildEntity(db, { parentId: top, name: 'North' })
  const unit = await buildUnit(db, { entity: below, friendlyName: 'Cold store' })
  await sendRecords(app, unit, 'room', { temp: 4 })
  const owner = await signInAs({ entity: below })
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = { name: 'Too warm', source: 'room', condition, devices: [unit.dataId] }
  const { alertID } = (await succeed(call(createAlert, { as: owner, body }))).details
  return { below, unit, owner, alertID }
}

async function succeed<T extends { status: number; body: unknown; failure: unknown }>(
  answer: Promise<T>,
): Promise<T['body']> {
  const { status, body, failure } = await answer
  assert.equal(status, 200, JSON.stringify(failure))
  return body
}

const setStatus = ({ userId }: SignedInUser, status: 'active' | 'disabled') =>
  succeed(call(updateUsers, { as: admin, body: { userUID: userId, status } }))
const setEntity = (entityID: EntityId, status: 'active' | 'disabled') =>
  succeed(call(updateEntity, { as: admin, body: { entityID, status } }))

async function ownersOf(alertID: AlertId) {
  return (await succeed(call(listAlerts, { as: admin, query: { alertID, all: 'true' } }))).details[0]?.owners.toSorted()
}

/** Subjects of what the top admin was mailed since the last time, sorted. */
async function newMails(): Promise<string[]> {
  const { rows } = await database.pool.query('delete from outbox where recipient = $1 returning subject', [admin.email])
  return (rows as { subject: string }[]).map(({ subject }) => subject).toSorted()
}

describe('an alert of which no owner can be notified', () => {
  it('is refused for a person who cannot see the units of the alert', async () => {
    const { owner, alertID } = await buildOwned()
    const other = await buildEntity(db, { parentId: top, name: 'South' })
    const stranger = await signInAs({ role: 'admin', entity: other })
    const body = { userUID: [owner.userId], handOverTo: stranger.userId }

    const refused = await call(deleteUsers, { as: admin, body })

    assert.equal(refused.status, 400)
    assert.match(refused.failure.details?.fields?.['handOverTo'] ?? '', /cannot see the units of the alert “Too warm”/)
    assert.deepEqual(await ownersOf(alertID), [owner.userId])
  })

  it('goes to one of those who are offered, who all see its units, and to nobody else', async () => {
    const { below, owner, alertID } = await buildOwned()
    const south = await buildEntity(db, { parentId: top, name: 'South' })
    const colleague = await signInAs({ entity: below })
    const others = [await signInAs({ role: 'admin', entity: south }), await signInAs({ entity: below })]
    const [, disabled] = others
    if (disabled !== undefined) await setStatus(disabled, 'disabled')
    const ask = (as: SignedInUser, userUID: SignedInUser['userId']) =>
      call(listHeirs, { as, body: { userUID: [userUID] } })

    const { heirs } = (await succeed(ask(admin, owner.userId))).details
    const [first] = heirs
    await succeed(call(deleteUsers, { as: admin, body: { userUID: [owner.userId], handOverTo: first?.id } }))

    assert.deepEqual(heirs.map(({ id }) => id).toSorted(), [admin.userId, colleague.userId].toSorted())
    assert.deepEqual(await ownersOf(alertID), [first?.id])
  })

  it('has heirs that admins of another entity cannot ask for, nor viewers', async () => {
    const { owner } = await buildOwned()
    const stranger = await signInAs({ role: 'admin' })
    const ask = async (as: SignedInUser) =>
      (await call(listHeirs, { as, body: { userUID: [owner.userId] } })).failure.code

    assert.deepEqual([await ask(stranger), await ask(owner)], ['user/not-found', 'access/forbidden'])
  })

  it('on the history of requests goes to an admin once its owner is none, who no longer sees it in any list', async () => {
    const { below, unit, owner: viewer } = await buildOwned()
    const [owner, colleague] = [
      await signInAs({ role: 'admin', entity: below }),
      await signInAs({ role: 'admin', entity: below }),
    ]
    await sendRecords(app, unit, 'action_result', { code: 1 })
    const condition = { field: 'code', operator: 'greater than', constant: 2 } as const
    const body = { name: 'Bad answer', source: 'action_result', condition, devices: [unit.dataId] }
    const { alertID } = (await succeed(call(createAlert, { as: owner, body }))).details
    const ask = async (as: SignedInUser) => [
      (await succeed(call(listAlerts, { as, query: {} }))).details.some(({ id }) => id === alertID),
      (await call(listAlertHistory, { as, query: { alertID } })).status,
    ]

    const change = { kind: 'person-demoted', userIDs: [owner.userId], role: 'viewer' } as const
    const { things } = (await succeed(call(listConsequences, { as: admin, body: { change } }))).details
    await succeed(call(updateUsers, { as: admin, body: { userUID: owner.userId, role: 'viewer' } }))

    assert.deepEqual(
      things.filter(({ kind }) => kind === 'alert').map(({ id, follows }) => [id, follows]),
      [[alertID, 'is handed to']],
    )
    assert.ok((await ownersOf(alertID))?.includes(colleague.userId))
    assert.deepEqual(
      [await ask(owner), await ask(colleague)],
      [
        [false, 404],
        [true, 200],
      ],
    )
    const { heirs } = (
      await succeed(call(listHeirs, { as: admin, body: { userUID: [owner.userId, colleague.userId] } }))
    ).details
    assert.deepEqual(
      heirs.map(({ id }) => id),
      [admin.userId],
    )
    const refused = await call(deleteUsers, {
      as: admin,
      body: { userUID: [owner.userId, colleague.userId], handOverTo: viewer.userId },
    })
    assert.equal(refused.status, 400)
  })

  it('says in the hand-over that an alert is triggered, also while its own messages wait', async () => {
    const { unit, owner } = await buildOwned()
    for (const temp of [9, 4, 9]) {
      clock.advance(1_000)
      await sendRecords(app, unit, 'room', { temp })
      await alerts.run()
      await alertTimers.run()
    }

    await succeed(call(deleteUsers, { as: admin, body: { userUID: [owner.userId] } }))

    const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', admin.email).execute()
    assert.match(mails.map(({ body }) => body).join(), /You now own the alert “Too warm”, which is triggered\./)
  })

  it('goes to the nearest admins while its last owner is disabled, and is back with the owner alone afterwards', async () => {
    const { owner, alertID } = await buildOwned()
    await newMails()

    await setStatus(owner, 'disabled')
    const inBetween = await ownersOf(alertID)
    await setStatus(owner, 'active')

    assert.deepEqual(inBetween, [admin.userId, owner.userId].toSorted())
    assert.deepEqual(await ownersOf(alertID), [owner.userId])
    assert.deepEqual(await newMails(), ['Alerts are back with their owners', 'You own alerts now'])
    const { history } = (await succeed(call(listAlertHistory, { as: admin, query: { alertID } }))).details
    assert.deepEqual(
      history.map(({ happening, reason }) => [happening, reason]),
      [
        ['handed-over', 'Its own owners can be notified again.'],
        ['handed-over', `${owner.email} was disabled. Handed over to ${admin.email}.`],
      ],
    )
  })

  it('goes to them when its last owner moves out of reach, and by the command line', async () => {
    const moved = await buildOwned()
    const elsewhere = await buildEntity(db, { parentId: top })
    const disabled = await buildOwned()

    await succeed(call(updateUsers, { as: admin, body: { userUID: moved.owner.userId, entity: elsewhere } }))
    const { code } = await answerAdminHere(database, ['disable', '--email', disabled.owner.email])

    assert.equal(code, 0)
    for (const { alertID, owner } of [moved, disabled])
      assert.deepEqual(await ownersOf(alertID), [admin.userId, owner.userId].toSorted())
  })

  it('goes to the admins above while its entity is disabled, who hear of it, and leaves no doubles', async () => {
    const { below, unit, owner, alertID } = await buildOwned()
    const ownAdmin = await signInAs({ role: 'admin', entity: below })
    await succeed(call(updateAlert, { as: ownAdmin, body: { alertID, viewers: [ownAdmin.userId] } }))
    await newMails()

    await setEntity(below, 'disabled')
    clock.advance(1_000)
    await sendRecords(app, unit, 'room', { temp: 9 })
    await alerts.run()
    await alertTimers.run()
    const inBetween = await ownersOf(alertID)
    const mails = await newMails()
    await setEntity(below, 'active')
    await setEntity(below, 'disabled')
    await setEntity(below, 'active')

    assert.deepEqual(inBetween, [admin.userId, owner.userId].toSorted())
    assert.deepEqual(mails, ['Triggered: Too warm on Cold store', 'You own alerts now'])
    assert.deepEqual(await ownersOf(alertID), [owner.userId])
  })

  it('makes an owner of a viewer only until its owner is back', async () => {
    const { owner, alertID } = await buildOwned()
    await db.insertInto('alertPerson').values({ alertId: alertID, userId: admin.userId, owns: false }).execute()

    await setStatus(owner, 'disabled')
    const inBetween = await ownersOf(alertID)
    await setStatus(owner, 'active')

    assert.deepEqual(inBetween, [admin.userId, owner.userId].toSorted())
    const [alert] = (await succeed(call(listAlerts, { as: admin, query: { alertID } }))).details
    assert.deepEqual([alert?.owners, alert?.viewers], [[owner.userId], [admin.userId]])
  })

  it('stays as it is while another owner can be notified', async () => {
    const { below, owner, alertID } = await buildOwned()
    const second = await signInAs({ entity: below })
    await succeed(call(updateAlert, { as: owner, body: { alertID, owners: [owner.userId, second.userId] } }))

    await setStatus(owner, 'disabled')
    const one = await ownersOf(alertID)
    await succeed(call(deleteUsers, { as: admin, body: { userUID: second.userId } }))

    assert.deepEqual(one, [owner.userId, second.userId].toSorted())
    assert.deepEqual(await ownersOf(alertID), [admin.userId, owner.userId].toSorted())
  })
})
