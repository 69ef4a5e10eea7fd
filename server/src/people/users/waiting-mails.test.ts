import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestPasswordReset, confirmPasswordReset } from '@fieldwatch/contract/people/auth'
import { createUser, deleteUsers, inviteUser } from '@fieldwatch/contract/people/users'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const { entity } = admin
let count = 0

async function invite() {
  count += 1
  const email = `invited-${count}@northwind.example`
  const body = { firstName: 'Ola', lastName: 'Berg', role: 'viewer' as const, email, entity }
  const { newUserUID } = (await call(createUser, { as: admin, body })).body.details
  return { email, id: newUserUID }
}

/** Why each mail to an address is not sent any more, those that are sent first. */
async function lossesOf(recipient: string): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['id']).where('recipient', '=', recipient).execute()
  const losses: string[] = []
  for (const { id } of rows) losses.push((await createOutboxStore(db).findLoss(id)) ?? 'sent')
  return losses.sort((one, other) => other.localeCompare(one))
}

async function tokenTo(recipient: string): Promise<string> {
  const { body } = await db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()
  return /token=([\w-]+)/.exec(body)?.[1] ?? ''
}

const USED = 'not-sent.link-used'

describe('a mail that waits', () => {
  it('with an invitation is not sent once that was accepted or replaced, or the person was deleted', async () => {
    const [accepted, replaced, deleted, open] = [await invite(), await invite(), await invite(), await invite()]
    const token = await tokenTo(accepted.email)
    await call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })
    await call(inviteUser, { as: admin, body: { userUID: replaced.id } })
    await call(deleteUsers, { as: admin, body: { userUID: [deleted.id] } })

    assert.deepEqual(await lossesOf(accepted.email), [USED])
    assert.deepEqual(await lossesOf(replaced.email), ['sent', USED])
    assert.deepEqual(await lossesOf(deleted.email), [USED])
    assert.deepEqual(await lossesOf(open.email), ['sent'])
  })

  it('with a link for a new password is not sent once another one was used', async () => {
    const person = await signInAs({ entity })
    await call(requestPasswordReset, { body: { email: person.email } })
    const token = await tokenTo(person.email)
    await call(requestPasswordReset, { body: { email: person.email } })
    await call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })

    // What tells of the change is sent.
    assert.deepEqual(await lossesOf(person.email), ['sent', USED, USED])
  })

  it('about a hand-over is not sent to someone who was deleted or disabled since, or whose entity was', async () => {
    const [heir, owner] = [await signInAs({ role: 'admin', entity }), await signInAs({ role: 'admin', entity })]
    const unit = await buildUnit(db, { entity })
    await sendRecords(app, unit, 'room', { temp: 4 })
    const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
    const body = { name: 'Warm', source: 'room', condition, devices: [unit.dataId] }
    await call(createAlert, { as: owner, body })
    await call(deleteUsers, { as: admin, body: { userUID: [owner.userId], handOverTo: heir.userId } })
    assert.deepEqual(await lossesOf(heir.email), ['sent'])

    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', heir.userId).execute()
    assert.deepEqual(await lossesOf(heir.email), ['not-sent.user-disabled'])
    await db.updateTable('appUser').set({ status: 'active' }).where('id', '=', heir.userId).execute()
    await db.updateTable('entity').set({ status: 'disabled' }).where('id', '=', entity).execute()
    assert.deepEqual(await lossesOf(heir.email), ['not-sent.user-disabled'])
    await db.updateTable('entity').set({ status: 'active' }).where('id', '=', entity).execute()
    await call(deleteUsers, { as: admin, body: { userUID: [heir.userId] } })

    assert.deepEqual(await lossesOf(heir.email), ['not-sent.user-deleted'])
  })
})
