import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ID_TOKEN_SECONDS, signIn } from '@fieldwatch/contract/auth'
import { getMe } from '@fieldwatch/contract/users'
import { buildUser, TEST_PASSWORD } from '#testing/build-people.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { FAILURES_TO_LOCK, LOCK_MS } from './sign-in-policy.ts'

const database = await createTestDatabase()
const { call, clock, db } = await createTestApp({ database, trustProxy: true })

let addresses = 0

/** An address that nobody has failed from. */
function newAddress(): string {
  addresses += 1
  return `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

function attempt(email: string, password: string, from = newAddress()) {
  return call(signIn, { body: { email, password }, from })
}

async function failTimes(times: number, email: () => string, from: () => string): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { failure } = await attempt(email(), 'wrong', from())
    assert.equal(failure.code, 'auth/invalid-credential')
  }
}

describe('signing in', () => {
  it('refuses what is not a form of email and password', async () => {
    const { status, failure } = await call(signIn, { body: { email: '', password: '' } })

    assert.equal(status, 400)
    assert.equal(failure.code, 'request/invalid')
    assert.deepEqual(failure.details?.fields, { email: 'Enter your email.', password: 'Enter your password.' })
  })

  it('refuses an address with a character that cannot be kept', async () => {
    const { status, failure } = await attempt('nora\u0000@northwind.example', TEST_PASSWORD)

    assert.equal(status, 400)
    assert.equal(failure.code, 'request/invalid')
  })

  it('gives one answer for an unknown address, a wrong password, a disabled account and one without a password', async () => {
    const active = await buildUser(db)
    const disabled = await buildUser(db, { status: 'disabled' })
    const invited = await buildUser(db, { password_hash: null })

    const answers = await Promise.all([
      attempt('nobody@example.test', TEST_PASSWORD),
      attempt(active.email, 'wrong'),
      attempt(disabled.email, TEST_PASSWORD),
      attempt(invited.email, TEST_PASSWORD),
    ])

    for (const { status, failure, response } of answers) {
      assert.equal(status, 401)
      assert.deepEqual(failure, {
        statusCode: 401,
        status: 'error',
        code: 'auth/invalid-credential',
        message: 'Email or password is invalid.',
      })
      assert.equal(response.headers['set-cookie'], undefined)
    }
  })

  it('answers with an ID token and the person, whatever the case of the address', async () => {
    const user = await buildUser(db, { first_name: 'Nora' })

    const { status, body } = await attempt(user.email.toUpperCase(), TEST_PASSWORD)
    const me = await call(getMe, { headers: { authorization: `Bearer ${body.details.idToken}` } })

    assert.equal(status, 200)
    assert.equal(body.details.expiresAt, new Date(clock() + ID_TOKEN_SECONDS * 1000).toISOString())
    assert.equal(body.details.user.firstName, 'Nora')
    assert.deepEqual(me.body.details, body.details.user)
  })

  it('sets a refresh cookie that scripts and other sites cannot use', async () => {
    const user = await buildUser(db)

    const plain = await attempt(user.email, TEST_PASSWORD)
    const secure = await call(signIn, {
      body: { email: user.email, password: TEST_PASSWORD },
      headers: { 'x-forwarded-proto': 'https' },
    })

    const [cookie] = plain.response.cookies
    assert.equal(cookie?.name, 'fieldwatch_refresh')
    assert.equal(cookie?.httpOnly, true)
    assert.equal(cookie?.sameSite, 'Strict')
    assert.equal(cookie?.path, '/api/v1/auth')
    assert.equal(cookie?.maxAge, 30 * 24 * 3600)
    assert.equal(cookie?.secure, undefined)
    assert.equal(secure.response.cookies[0]?.secure, true)
    assert.equal(plain.response.headers['cache-control'], 'no-store')
  })

  it('keeps neither the refresh token nor the password as they are', async () => {
    const user = await buildUser(db)

    const { response } = await attempt(user.email, TEST_PASSWORD)

    const secret = response.cookies[0]?.value.split('.')[1] ?? ''
    const session = await db.selectFrom('session').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
    const { password_hash: hash } = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    assert.equal(Buffer.from(secret, 'base64url').length, 32)
    assert.equal(session.refresh_hash.includes(Buffer.from(secret, 'base64url')), false)
    assert.match(hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('ten failures', () => {
  it('lock the account for 15 minutes, from every address and with the right password too', async () => {
    const user = await buildUser(db)
    await failTimes(FAILURES_TO_LOCK, () => user.email, newAddress)
    clock.advance(60_000)

    const locked = await attempt(user.email, TEST_PASSWORD)
    clock.advance(LOCK_MS - 60_001)
    const stillLocked = await attempt(user.email, TEST_PASSWORD)
    clock.advance(1)
    const open = await attempt(user.email, TEST_PASSWORD)

    assert.equal(locked.status, 429)
    assert.equal(locked.failure.code, 'auth/too-many-requests')
    assert.equal(locked.failure.details?.retryAfterSeconds, 14 * 60)
    assert.equal(locked.response.headers['retry-after'], String(14 * 60))
    assert.equal(stillLocked.status, 429)
    assert.equal(open.status, 200)
  })

  it('lock an address that does not belong to an account in the same way', async () => {
    const email = 'stranger@example.test'
    await failTimes(FAILURES_TO_LOCK, () => email, newAddress)

    const { failure } = await attempt(email, 'wrong')

    assert.equal(failure.code, 'auth/too-many-requests')
  })

  it('lock the network address for every account', async () => {
    const from = newAddress()
    const user = await buildUser(db)
    let count = 0
    await failTimes(
      FAILURES_TO_LOCK,
      () => `guess${(count += 1)}@example.test`,
      () => from,
    )

    const here = await attempt(user.email, TEST_PASSWORD, from)
    const elsewhere = await attempt(user.email, TEST_PASSWORD)

    assert.equal(here.failure.code, 'auth/too-many-requests')
    assert.equal(elsewhere.status, 200)
  })

  it('lock the address that the proxy in front names, whatever the caller claims to be', async () => {
    const address = newAddress()
    const user = await buildUser(db)
    const behindProxy = (claimed: string) =>
      call(signIn, {
        body: { email: `${claimed}@example.test`, password: 'wrong' },
        headers: { 'x-forwarded-for': `${claimed}, ${address}` },
      })
    for (let count = 0; count < FAILURES_TO_LOCK; count += 1) await behindProxy(newAddress())

    const locked = await behindProxy(newAddress())
    const elsewhere = await attempt(user.email, TEST_PASSWORD)

    assert.equal(locked.failure.code, 'auth/too-many-requests')
    assert.equal(elsewhere.status, 200)
  })

  it('do not lock when they are spread over more than 15 minutes', async () => {
    const user = await buildUser(db)
    await failTimes(FAILURES_TO_LOCK - 1, () => user.email, newAddress)
    clock.advance(LOCK_MS)
    await failTimes(1, () => user.email, newAddress)

    const { status } = await attempt(user.email, TEST_PASSWORD)

    assert.equal(status, 200)
  })

  it('count afresh for the account after a success, but not for the network address', async () => {
    const from = newAddress()
    const user = await buildUser(db)
    await failTimes(
      FAILURES_TO_LOCK - 1,
      () => user.email,
      () => from,
    )

    const success = await attempt(user.email, TEST_PASSWORD, from)
    await failTimes(
      1,
      () => user.email,
      () => from,
    )
    const here = await attempt(user.email, TEST_PASSWORD, from)
    const elsewhere = await attempt(user.email, TEST_PASSWORD)

    assert.equal(success.status, 200)
    assert.equal(here.failure.code, 'auth/too-many-requests')
    assert.equal(elsewhere.status, 200)
  })

  it('are all that get through when guesses are made at the same time', async () => {
    const user = await buildUser(db)
    const from = newAddress()

    const sameAddress = await Promise.all(
      Array.from({ length: 30 }, () => attempt('spray@example.test', 'wrong', from)),
    )
    const manyAddresses = await Promise.all(Array.from({ length: 30 }, () => attempt(user.email, 'wrong')))

    for (const answers of [sameAddress, manyAddresses]) {
      const codes = answers.map(({ failure }) => failure.code)
      assert.equal(codes.filter((code) => code === 'auth/invalid-credential').length, FAILURES_TO_LOCK)
      assert.equal(codes.filter((code) => code === 'auth/too-many-requests').length, 30 - FAILURES_TO_LOCK)
    }
  })

  it('are not made by many people who sign in at the same time from one office', async () => {
    const from = newAddress()
    const users = await Promise.all(Array.from({ length: 25 }, () => buildUser(db)))

    const answers = await Promise.all(users.map((user) => attempt(user.email, TEST_PASSWORD, from)))

    assert.deepEqual(
      answers.map(({ status }) => status),
      users.map(() => 200),
    )
  })
})
