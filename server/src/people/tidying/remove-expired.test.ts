import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestPasswordReset, signIn } from '@fieldwatch/contract/people/auth'
import { getMe } from '@fieldwatch/contract/people/users'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { removeExpired } from './remove-expired.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const database = await createTestDatabase()
const { call, clock, db, signInAs } = await createTestApp({ database })

async function counts() {
  const tables = ['session', 'signInFailure', 'passwordReset', 'outbox'] as const
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

    await removeExpired({ db, clock })
    const atOnce = await counts()
    clock.advance(2 * DAY_MS)
    await removeExpired({ db, clock })
    const afterTwoDays = await counts()
    clock.advance(36 * DAY_MS)
    const living = await signInAs()
    await removeExpired({ db, clock })
    const afterLong = await counts()

    assert.deepEqual(all, { session: 1, signInFailure: 1, passwordReset: 1, outbox: 2 })
    assert.deepEqual(atOnce, all)
    assert.deepEqual(afterTwoDays, { session: 1, signInFailure: 0, passwordReset: 0, outbox: 1 })
    assert.deepEqual(afterLong, { session: 1, signInFailure: 0, passwordReset: 0, outbox: 0 })
    assert.equal((await call(getMe, { as: living })).status, 200)
  })

  it('is what a mail says as soon as it was sent or given up, or its link has ended', async () => {
    const store = createOutboxStore(db)
    const mail = {
      kind: 'mail' as const,
      recipient: 'nora@example.test',
      subject: 'Tank high',
      body: 'https://fieldwatch.example/#secret',
      html: '<a href="https://fieldwatch.example/#secret">',
      headers: { 'List-Unsubscribe': '<https://fieldwatch.example/secret>' },
      createdAt: clock(),
      expiresAt: clock() + HOUR_MS,
      keptUntil: clock() + 90 * DAY_MS,
    }
    const ids = ['sent', 'given up', 'waiting', 'written by an earlier release']
    for (const id of ids) await store.add({ ...mail, id })
    const saying = async () => {
      const rows = await db.selectFrom('outbox').selectAll().where('id', 'in', ids).orderBy('id').execute()
      assert.equal(rows.length, ids.length)
      return rows.filter((row) => JSON.stringify(row).includes('secret')).map(({ id }) => id)
    }

    await store.markSent('sent', clock())
    await store.giveUp('given up', { at: clock(), reason: 'refused' })
    const atOnce = await saying()
    clock.advance(HOUR_MS - 1)
    await removeExpired({ db, clock })
    const before = await saying()
    await db.updateTable('outbox').set({ body: '' }).where('id', '=', 'written by an earlier release').execute()
    clock.advance(1)
    await removeExpired({ db, clock })
    const after = await saying()

    assert.deepEqual(atOnce, ['waiting', 'written by an earlier release'])
    assert.deepEqual(before, atOnce)
    assert.deepEqual(after, [])
  })

  it('is after a month a failed sign-in with an address that no account has, but not one of an account', async () => {
    const user = await buildUser(db)
    for (const email of [user.email, 'unknown@example.test']) await call(signIn, { body: { email, password: 'wrong' } })
    const kinds = async () => {
      const rows = await db
        .selectFrom('auditLog')
        .select('subjectKind')
        .where('action', '=', 'fail to sign in')
        .execute()
      return new Set(rows.map((row) => row.subjectKind))
    }

    const before = await kinds()
    clock.advance(31 * DAY_MS)
    await removeExpired({ db, clock })

    assert.deepEqual(before, new Set(['user', 'address']))
    assert.deepEqual(await kinds(), new Set(['user']))
  })
})
