import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestPasswordReset, signIn } from '@fieldwatch/contract/auth'
import { getMe } from '@fieldwatch/contract/users'
import { createOutboxStore } from '#mail/outbox-store.ts'
import { buildUser, TEST_PASSWORD } from '#testing/build-people.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { forgetOld } from './forget-old.ts'

const DAY_MS = 24 * 60 * 60_000

const database = await createTestDatabase()
const { call, clock, db, signInAs } = await createTestApp({ database })

async function counts() {
  const tables = ['session', 'sign_in_failure', 'password_reset', 'outbox'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.length]))
}

describe('what is forgotten', () => {
  it('is what means nothing any more, and nothing that still does', async () => {
    const user = await buildUser(db)
    await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
    await call(signIn, { body: { email: user.email, password: 'wrong' } })
    await call(requestPasswordReset, { body: { email: user.email } })
    await createOutboxStore(db).add({
      id: 'x',
      kind: 'sms',
      recipient: '+1',
      subject: '',
      body: '',
      createdAt: clock(),
    })
    await createOutboxStore(db).markSent('x', clock())
    const all = await counts()

    await forgetOld({ db, clock })
    const atOnce = await counts()
    clock.advance(2 * DAY_MS)
    await forgetOld({ db, clock })
    const afterTwoDays = await counts()
    clock.advance(36 * DAY_MS)
    const living = await signInAs()
    await forgetOld({ db, clock })
    const afterLong = await counts()

    assert.deepEqual(all, { session: 1, sign_in_failure: 1, password_reset: 1, outbox: 2 })
    assert.deepEqual(atOnce, all)
    assert.deepEqual(afterTwoDays, { session: 1, sign_in_failure: 0, password_reset: 0, outbox: 1 })
    assert.deepEqual(afterLong, { session: 1, sign_in_failure: 0, password_reset: 0, outbox: 0 })
    assert.equal((await call(getMe, { as: living })).status, 200)
  })
})
