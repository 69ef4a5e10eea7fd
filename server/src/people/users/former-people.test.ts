import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listActivity } from '@fieldwatch/contract/activity/activity'
import { listAlertHistory, listAlertNotifications, acknowledgeAlert } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert, removeAlert } from '@fieldwatch/contract/alerts/alerts'
import { createLabel } from '@fieldwatch/contract/units/labels'
import { deleteUsers } from '@fieldwatch/contract/people/users'
import { sql } from 'kysely'
import { answerAdminHere } from '#testing/answer-admin-here.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, features, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const { entity } = admin

async function addPerson(first_name: string, last_name: string): Promise<SignedInUser> {
  const person = await signInAs({ role: 'admin', entity })
  await db
    .updateTable('appUser')
    .set({ firstName: first_name, lastName: last_name })
    .where('id', '=', person.userId)
    .execute()
  return person
}

const remove = (...people: SignedInUser[]) =>
  call(deleteUsers, { as: admin, body: { userUID: people.map(({ userId }) => userId) } })

const activity = async () =>
  (await call(listActivity, { as: admin, query: { entity } })).body.details.activity.map(
    ({ actor, name, action, subjectName }) => `${name ?? actor}: ${action}: ${subjectName}`,
  )

describe('the logs', () => {
  it('keep the names of deleted people, and two of them are two', async () => {
    const [ada, bo] = [await addPerson('Ada', 'Berg'), await addPerson('', '')]
    for (const [person, name] of [
      [ada, 'North'],
      [bo, 'South'],
    ] as const)
      assert.equal((await call(createLabel, { as: person, body: { entity, name, colour: 'blue' } })).status, 200)

    await remove(ada, bo)

    const entries = await activity()
    assert.ok(entries.includes('Ada Berg: create label: North'), entries.join('\n'))
    assert.ok(entries.includes(`${bo.email}: create label: South`), entries.join('\n'))
    assert.ok(
      entries.some((entry) => entry.endsWith('delete user: Ada Berg')),
      entries.join('\n'),
    )
  })

  it('of deliveries keep what was sent to deleted people and about deleted alerts, and nothing waits for them', async () => {
    const person = await addPerson('Cleo', 'Dahl')
    const unit = await buildUnit(db, { entity })
    await sendRecords(app, unit, 'room', { temp: 9 })
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    const body = { name: 'Warm', source: 'room', condition, devices: [unit.dataId], viewers: [person.userId] }
    const { alertID } = (await call(createAlert, { as: admin, body })).body.details
    const other = (await call(createAlert, { as: admin, body: { ...body, name: 'Hot' } })).body.details
    // What triggers a new alert is told of in the background: two alerts, each to its owner and its viewer.
    const toldTo = async (email: string) => {
      const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', email).execute()
      return mails.map((mail) => mail.body).join('\n')
    }
    const areAllTold = async () => {
      const told = await Promise.all([person.email, admin.email].map(toldTo))
      return told.every((text) => text.includes('Warm') && text.includes('Hot'))
    }
    while (!(await areAllTold())) await features.alertTimers.run()
    await call(acknowledgeAlert, { as: person, body: { alertID: other.alertID, comment: 'Seen' } })

    await remove(person)
    assert.equal((await call(removeAlert, { as: admin, body: { alertID } })).status, 200)
    await features.alertTimers.run()

    const { notifications } = (await call(listAlertNotifications, { as: admin, query: { entity } })).body.details
    const found = notifications.map(({ alertName, recipient, state, reason }) => [alertName, recipient, state, reason])
    assert.ok(
      found.some(([name, to]) => name === 'Warm' && to === person.email),
      JSON.stringify(found),
    )
    assert.ok(
      found.some(([name, to]) => name === 'Hot' && to === person.email),
      JSON.stringify(found),
    )
    for (const [, to, state, reason] of found)
      if (to === person.email) assert.deepEqual([state, reason], ['failed', 'The user was deleted.'])
    // What says that the deleted alert ended is still to be sent to the other one.
    const others = found.filter(([name, to]) => name === 'Warm' && to !== person.email)
    assert.ok(
      others.some(([, , , reason]) => reason === 'The alert was deleted.'),
      JSON.stringify(found),
    )
    const { history } = (await call(listAlertHistory, { as: admin, query: { alertID: other.alertID } })).body.details
    assert.equal(history.find(({ happening }) => happening === 'acknowledged')?.by, 'Cleo Dahl')
  })

  it('have no name any more once the operator has erased it', async () => {
    const person = await addPerson('Eve', 'Falk')
    await call(createLabel, { as: person, body: { entity, name: 'West', colour: 'blue' } })
    await remove(person)
    const { code, output } = await answerAdminHere(database, ['erase', '--email', person.email.toUpperCase()])
    const again = await answerAdminHere(database, ['erase', '--email', person.email])

    assert.deepEqual([code, output], [0, 'Deleted users erased from the logs: 1.\n'])
    assert.equal(again.code, 1)
    const entries = await activity()
    assert.ok(entries.includes('removed: create label: West'), entries.join('\n'))
    assert.ok(!JSON.stringify(entries).includes('Falk'))
    const { rows } = await sql`
      select from audit_log where before::text like '%Falk%' or after::text like '%Falk%'`.execute(db)
    assert.equal(rows.length, 0)
  })
})
