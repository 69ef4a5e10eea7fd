import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn } from '@fieldwatch/contract/people/auth'
import { endOwnSessions, listOwnSessions } from '@fieldwatch/contract/people/own-sessions'
import { changeOwnPassword } from '@fieldwatch/contract/people/own-password'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getMe } from '@fieldwatch/contract/people/users'
import { buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { bus, call, clock, db, signInAs, signInWith } = await createTestApp({ database })

async function signedInTwice() {
  const { email } = await buildUser(db)
  const first = await signInWith(email)
  clock.advance(1000)
  const headers = { 'user-agent': 'A phone' }
  const { body } = await call(signIn, { body: { email, password: TEST_PASSWORD }, headers, from: '203.0.113.7' })
  return { first, second: { ...first, bearer: `Bearer ${body.details.idToken}` } }
}

describe('own sessions', () => {
  it('are listed with where and when, the last used first, and which of them asks', async () => {
    const { first } = await signedInTwice()

    const { body } = await call(listOwnSessions, { as: first })

    assert.deepEqual(
      body.details.map(({ current, address, browser }) => [current, address, browser === 'A phone']),
      [
        [false, '203.0.113.7', true],
        [true, '127.0.0.1', false],
      ],
    )
  })

  it('keep the first 300 characters of what a browser calls itself', async () => {
    const { email } = await buildUser(db)
    const headers = { 'user-agent': 'x'.repeat(8_000) }
    const { body } = await call(signIn, { body: { email, password: TEST_PASSWORD }, headers })
    const bearer = `Bearer ${body.details.idToken}`

    const sessions = (await call(listOwnSessions, { headers: { authorization: bearer } })).body.details

    assert.deepEqual(
      sessions.map(({ browser }) => browser),
      ['x'.repeat(300)],
    )
  })

  it('are ended one by one: each is signed out at once, its streams are notified, and one audit entry is written', async () => {
    const { first, second } = await signedInTwice()
    const { body } = await call(listOwnSessions, { as: first })
    const phone = body.details.find(({ current }) => !current)
    assert(phone)
    const ended: string[] = []
    const stop = bus.subscribe('sessions-ended', ({ sessionIds }) => ended.push(...sessionIds))

    const end = () => call(endOwnSessions, { as: first, body: { sessionID: phone.sessionID } })
    assert.deepEqual([(await end()).status, (await end()).status], [200, 200])
    stop()

    assert.deepEqual(ended, [phone.sessionID])
    assert.equal((await call(getMe, { as: second })).failure.code, 'auth/session-ended')
    assert.equal((await call(getMe, { as: first })).status, 200)
    const log = await db.selectFrom('auditLog').select('after').where('action', '=', 'end sessions').execute()
    assert.deepEqual(log, [{ after: { count: 1 } }])
  })

  it('are ended all but the one that asks', async () => {
    const { first, second } = await signedInTwice()

    assert.equal((await call(endOwnSessions, { as: second, body: {} })).status, 200)

    assert.equal((await call(getMe, { as: first })).failure.code, 'auth/session-ended')
    assert.equal((await call(listOwnSessions, { as: second })).body.details.length, 1)
  })

  it('of others are neither listed nor ended', async () => {
    const other = await signInAs()
    const { first } = await signedInTwice()
    const { body } = await call(listOwnSessions, { as: other })
    const [theirs] = body.details
    assert(theirs)

    assert.equal((await call(endOwnSessions, { as: first, body: { sessionID: theirs.sessionID } })).status, 200)

    assert.equal((await call(getMe, { as: other })).status, 200)
    assert.equal(body.details.length, 1)
  })
})

describe('changing the own password', () => {
  it('needs the current one, sends a mail, and signs out everywhere else', async () => {
    const user = await signInAs()
    const elsewhere = await signInWith(user.email)
    const change = async (password: string, newPassword: string) => {
      const { status, failure } = await call(changeOwnPassword, { as: user, body: { password, newPassword } })
      return status === 200 ? 'success' : failure.code
    }

    assert.equal(await change('not the password', 'three blue herons'), 'auth/wrong-password')
    assert.equal(await change(TEST_PASSWORD, 'passwordpassword'), 'auth/weak-password')
    assert.equal((await call(getMe, { as: elsewhere })).status, 200)
    assert.equal(await change(TEST_PASSWORD, 'three blue herons'), 'success')

    assert.equal((await call(getMe, { as: user })).status, 200)
    assert.equal((await call(getMe, { as: elsewhere })).failure.code, 'auth/session-ended')
    assert.equal((await signInWith(user.email, 'three blue herons')).userId, user.userId)
    const mails = await db.selectFrom('outbox').select('subject').where('recipient', '=', user.email).execute()
    assert.deepEqual(mails, [{ subject: 'Your Fieldwatch password has changed' }])
  })

  it('keeps the tokens for programs, or revokes those of this person where that is asked', async () => {
    const admin = await signInAs({ role: 'admin' })
    const draft = { name: 'Script', scopes: ['read' as const], days: 30 }
    const own = (await call(createProgramToken, { as: admin, body: draft })).body.details.secret
    const ofEntity = { ...draft, entity: admin.entity, role: 'viewer' as const }
    const others = (await call(createProgramToken, { as: admin, body: ofEntity })).body.details.secret
    const reads = async (secret: string) =>
      (await call(listUnits, { headers: { authorization: `Bearer ${secret}` } })).status

    await call(changeOwnPassword, { as: admin, body: { password: TEST_PASSWORD, newPassword: 'three blue herons' } })
    const kept = await reads(own)
    const change = { password: 'three blue herons', newPassword: 'four grey herons', revokeTokens: true }
    await call(changeOwnPassword, { as: admin, body: change })

    assert.equal(kept, 200)
    assert.equal(await reads(own), 401)
    assert.equal(await reads(others), 200)
    const revoked = db.selectFrom('auditLog').select('userId').where('action', '=', 'revoke program token')
    assert.deepEqual(await revoked.execute(), [{ userId: admin.userId }])
  })
})
