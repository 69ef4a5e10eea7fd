import { actAs } from '#platform/audit/acting.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ID_TOKEN_SECONDS, signIn } from '@fieldwatch/contract/people/auth'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import type { LightMyRequestResponse } from 'fastify'
import { buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { SESSION_MARK } from '@fieldwatch/contract/people/auth-addresses'
import { BROWSER_COOKIE } from './auth-cookies.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import { requirePassword } from '#people/credentials/require-password.ts'
import {
  ACCOUNTS_TO_SLOW,
  FAILURES_EVERYWHERE_TO_LOCK,
  FAILURES_TO_LOCK,
  LOCK_MS,
  slowedBy,
} from '#people/credentials/sign-in-policy.ts'

const database = await createTestDatabase()
/** How long sign-ins were made to wait: nothing waits here. */
const pauses: number[] = []
const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)

const { call, clock, db } = await createTestApp({ database, trustProxy: true, pause })

let addresses = 0

/** An address that no one has failed from. */
function newAddress(): string {
  addresses += 1
  return `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

function attempt(email: string, password: string, from = newAddress(), browser?: string) {
  const cookies = browser === undefined ? {} : { cookies: { [BROWSER_COOKIE]: browser } }
  return call(signIn, { body: { email, password }, from, ...cookies })
}

async function failTimes(times: number, email: string, from: () => string, browser?: string): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { failure } = await attempt(email, 'wrong', from(), browser)
    assert.equal(failure.code, 'auth/invalid-credential')
  }
}

/** The cookie by which a browser is known from then on. */
function browserOf(response: LightMyRequestResponse): string {
  const cookie = response.cookies.find(({ name }) => name === BROWSER_COOKIE)
  assert.ok(cookie)
  return cookie.value
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
    const invited = await buildUser(db, { passwordHash: null })

    const answers = await Promise.all([
      attempt('unknown@example.test', TEST_PASSWORD),
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

  // spec 1-6-05, 1-7-02
  it('answers with an ID token and the person, whatever the case of the address', async () => {
    const user = await buildUser(db, { firstName: 'Nora' })

    const { status, body } = await attempt(user.email.toUpperCase(), TEST_PASSWORD)
    const me = await call(getMe, { headers: { authorization: `Bearer ${body.details.idToken}` } })

    assert.equal(status, 200)
    assert.equal(body.details.expiresAt, new Date(clock() + ID_TOKEN_SECONDS * 1000).toISOString())
    assert.equal(body.details.user.firstName, 'Nora')
    assert.deepEqual(me.body.details, body.details.user)
  })

  it('sets a refresh cookie that scripts and other sites cannot use', async () => {
    const user = await buildUser(db)

    const { response } = await attempt(user.email, TEST_PASSWORD)

    const [cookie] = response.cookies
    assert.equal(cookie?.name, 'fieldwatch_refresh')
    assert.equal(cookie?.httpOnly, true)
    assert.equal(cookie?.sameSite, 'Strict')
    assert.equal(cookie?.path, '/api/v1/auth')
    assert.equal(cookie?.maxAge, 30 * 24 * 3600)
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  it('marks beside it, for scripts of every page, that there may be a session, and holds nothing there', async () => {
    const user = await buildUser(db)

    const { response } = await attempt(user.email, TEST_PASSWORD)

    const { httpOnly, ...mark } = response.cookies.find(({ name }) => name === SESSION_MARK) ?? {}
    assert.equal(httpOnly, undefined)
    assert.deepEqual(mark, {
      name: 'fieldwatch_session',
      value: '1',
      path: '/',
      maxAge: 30 * 24 * 3600,
      sameSite: 'Strict',
      secure: true,
    })
  })

  it('keeps its cookies to https when people reach the portal or the proxy by https', async () => {
    const user = await buildUser(db)
    const plain = await createTestApp({ database, trustProxy: true, publicUrl: () => 'http://localhost:8080' })
    const body = { email: user.email, password: TEST_PASSWORD }

    const byPublicUrl = await call(signIn, { body })
    const byProxy = await plain.call(signIn, { body, headers: { 'x-forwarded-proto': 'https' } })
    const byNeither = await plain.call(signIn, { body })

    const secure = [byPublicUrl, byProxy, byNeither].map(({ response }) => response.cookies.map((one) => one.secure))
    assert.deepEqual(secure, [
      [true, true, true, true],
      [true, true, true, true],
      [undefined, undefined, undefined, undefined],
    ])
  })

  it('keeps neither the refresh token nor the password as they are', async () => {
    const user = await buildUser(db, { passwordHash: await hashPassword(TEST_PASSWORD) })

    const { response } = await attempt(user.email, TEST_PASSWORD)

    const secret = response.cookies[0]?.value.split('.')[1] ?? ''
    const session = await db.selectFrom('session').selectAll().where('userId', '=', user.id).executeTakeFirstOrThrow()
    const { passwordHash: hash } = await db
      .selectFrom('appUser')
      .select('passwordHash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    assert.equal(Buffer.from(secret, 'base64url').length, 32)
    assert.equal(session.refreshHash.includes(Buffer.from(secret, 'base64url')), false)
    assert.match(hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('ten failures for one account from one network', () => {
  it('lock the account there for 15 minutes, for the right password too', async () => {
    const user = await buildUser(db)
    const from = newAddress()
    await failTimes(FAILURES_TO_LOCK, user.email, () => from)
    clock.advance(60_000)

    const locked = await attempt(user.email, TEST_PASSWORD, from)
    clock.advance(LOCK_MS - 60_001)
    const stillLocked = await attempt(user.email, TEST_PASSWORD, from)
    clock.advance(1)
    const open = await attempt(user.email, TEST_PASSWORD, from)

    assert.equal(locked.status, 429)
    assert.equal(locked.failure.code, 'auth/too-many-requests')
    assert.equal(locked.failure.details?.retryAfterSeconds, 14 * 60)
    assert.equal(locked.response.headers['retry-after'], String(14 * 60))
    assert.equal(stillLocked.status, 429)
    assert.equal(open.status, 200)
  })

  it('leave the account open elsewhere, and other accounts open there', async () => {
    const [user, colleague] = await Promise.all([buildUser(db), buildUser(db)])
    const from = newAddress()
    await failTimes(FAILURES_TO_LOCK, user.email, () => from)

    const elsewhere = await attempt(user.email, TEST_PASSWORD)
    const other = await attempt(colleague.email, TEST_PASSWORD, from)

    assert.equal(elsewhere.status, 200)
    assert.equal(other.status, 200)
  })

  it('count by the first 64 bits of IPv6, of which one household has all', async () => {
    const user = await buildUser(db)
    let last = 0
    await failTimes(FAILURES_TO_LOCK, user.email, () => `2001:db8:7:1::${(last += 1).toString(16)}`)

    const inside = await attempt(user.email, TEST_PASSWORD, '2001:db8:7:1:ffff::1')
    const outside = await attempt(user.email, TEST_PASSWORD, '2001:db8:7:2::1')

    assert.deepEqual([inside.failure.code, outside.status], ['auth/too-many-requests', 200])
  })

  it('lock an address that does not belong to an account in the same way', async () => {
    const email = 'stranger@example.test'
    const from = newAddress()
    await failTimes(FAILURES_TO_LOCK, email, () => from)

    const { failure } = await attempt(email, 'wrong', from)

    assert.equal(failure.code, 'auth/too-many-requests')
  })

  it('count for the network that the proxy in front names, whatever the caller claims to be', async () => {
    const address = newAddress()
    const user = await buildUser(db)
    const behindProxy = (claimed: string) =>
      call(signIn, {
        body: { email: user.email, password: 'wrong' },
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
    const from = newAddress()
    await failTimes(FAILURES_TO_LOCK - 1, user.email, () => from)
    clock.advance(LOCK_MS)
    await failTimes(1, user.email, () => from)

    const { status } = await attempt(user.email, TEST_PASSWORD, from)

    assert.equal(status, 200)
  })

  it('are counted afresh after a success', async () => {
    const from = newAddress()
    const user = await buildUser(db)
    await failTimes(FAILURES_TO_LOCK - 1, user.email, () => from)

    const success = await attempt(user.email, TEST_PASSWORD, from)
    await failTimes(1, user.email, () => from)
    const again = await attempt(user.email, TEST_PASSWORD, from)

    assert.equal(success.status, 200)
    assert.equal(again.status, 200)
  })

  it('are all that get through when guesses are made at the same time', async () => {
    const from = newAddress()

    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('spray@example.test', 'wrong', from)))

    const codes = answers.map(({ failure }) => failure.code)
    assert.equal(codes.filter((code) => code === 'auth/invalid-credential').length, FAILURES_TO_LOCK)
    assert.equal(codes.filter((code) => code === 'auth/too-many-requests').length, 30 - FAILURES_TO_LOCK)
  })

  it('are not made by one person who signs in many times at once', async () => {
    const from = newAddress()
    const user = await buildUser(db)

    const answers = await Promise.all(Array.from({ length: 25 }, () => attempt(user.email, TEST_PASSWORD, from)))

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  })
})

describe('a hundred failures for one account from everywhere', () => {
  it('lock it for everybody but browsers that have signed in to it before', async () => {
    const user = await buildUser(db)
    const known = await attempt(user.email, TEST_PASSWORD)
    await failTimes(FAILURES_EVERYWHERE_TO_LOCK, user.email, newAddress)

    const stranger = await attempt(user.email, TEST_PASSWORD)
    const owner = await attempt(user.email, TEST_PASSWORD, newAddress(), browserOf(known.response))
    clock.advance(LOCK_MS)
    const later = await attempt(user.email, TEST_PASSWORD)

    assert.equal(stranger.failure.code, 'auth/too-many-requests')
    assert.equal(owner.status, 200)
    assert.equal(later.status, 200)
  })
})

describe('a browser that has signed in before', () => {
  it('is known by a signed cookie that lasts and that scripts and other sites cannot use', async () => {
    const user = await buildUser(db)

    const { response } = await attempt(user.email, TEST_PASSWORD)

    const cookie = response.cookies.find(({ name }) => name === BROWSER_COOKIE)
    assert.equal(cookie?.httpOnly, true)
    assert.equal(cookie?.sameSite, 'Strict')
    assert.equal(cookie?.path, '/api/v1/auth')
    assert.equal(cookie?.maxAge, 400 * 24 * 3600)
    assert.equal(cookie?.secure, true)
  })

  it('is not locked out by others in its network, but by ten failures of its own', async () => {
    const user = await buildUser(db)
    const from = newAddress()
    const browser = browserOf((await attempt(user.email, TEST_PASSWORD, from)).response)
    await failTimes(FAILURES_TO_LOCK, user.email, () => from)

    const owner = await attempt(user.email, TEST_PASSWORD, from, browser)
    await failTimes(FAILURES_TO_LOCK, user.email, newAddress, browser)
    const locked = await attempt(user.email, TEST_PASSWORD, newAddress(), browser)

    assert.equal(owner.status, 200)
    assert.equal(locked.failure.code, 'auth/too-many-requests')
  })

  it('is known for the accounts that it signed in to and for no other', async () => {
    const [user, second, other] = await Promise.all([buildUser(db), buildUser(db), buildUser(db)])
    const from = newAddress()
    const first = browserOf((await attempt(user.email, TEST_PASSWORD, from)).response)
    const browser = browserOf((await attempt(second.email, TEST_PASSWORD, from, first)).response)
    for (const { email } of [user, other]) await failTimes(FAILURES_TO_LOCK, email, () => from)

    const known = await attempt(user.email, TEST_PASSWORD, from, browser)
    const unknown = await attempt(other.email, TEST_PASSWORD, from, browser)

    assert.equal(known.status, 200)
    assert.equal(unknown.failure.code, 'auth/too-many-requests')
  })

  it('cannot be made up', async () => {
    const user = await buildUser(db)
    const from = newAddress()
    const value = browserOf((await attempt(user.email, TEST_PASSWORD, from)).response)
    await failTimes(FAILURES_TO_LOCK, user.email, () => from)

    for (const made of [`${value}x`, value.replace(/^./, 'x'), 'x', '..', value.split('.')[0] ?? '']) {
      const { failure } = await attempt(user.email, TEST_PASSWORD, from, made)
      assert.equal(failure.code, 'auth/too-many-requests')
    }
  })
})

describe('a network that fails over many accounts', () => {
  it('is slowed down and never shut out, and browsers known in it are as quick as ever', async () => {
    const from = newAddress()
    const user = await buildUser(db)
    const browser = browserOf((await attempt(user.email, TEST_PASSWORD, from)).response)
    const pausesBefore = pauses.length
    for (let count = 0; count <= ACCOUNTS_TO_SLOW; count += 1)
      await attempt(`guess${count}@example.test`, 'wrong', from)
    const pausesWhileGuessing = pauses.length

    const stranger = await attempt(user.email, TEST_PASSWORD, from)
    const pausesOfStranger = pauses.slice(pausesWhileGuessing)
    const known = await attempt(user.email, TEST_PASSWORD, from, browser)

    assert.equal(pausesWhileGuessing, pausesBefore)
    assert.equal(stranger.status, 200)
    assert.deepEqual(pausesOfStranger, [slowedBy(ACCOUNTS_TO_SLOW + 1)])
    assert.equal(known.status, 200)
    assert.equal(pauses.length, pausesWhileGuessing + 1)
  })

  it('is not one where many people sign in at the same time', async () => {
    const from = newAddress()
    const users = await Promise.all(Array.from({ length: 25 }, () => buildUser(db)))
    const pausesBefore = pauses.length

    const answers = await Promise.all(users.map((user) => attempt(user.email, TEST_PASSWORD, from)))

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(pauses.length, pausesBefore)
  })
})

describe('the password of a person who is signed in', () => {
  async function ask({ id, entity }: { id: UserId; entity: EntityId }, password: string, address: string) {
    const caller = { userId: id, entity }
    const asked = { caller, password }
    return actAs({ address }, () => requirePassword({ db, clock, random: systemRandom }, asked)).then(
      () => 'right',
      (error: unknown) => (isDomainError(error) ? error.code : error),
    )
  }

  it('is asked for as often as one may fail to sign in, and a failure is in the audit log', async () => {
    const user = await buildUser(db)
    const address = newAddress()

    const right = await ask(user, TEST_PASSWORD, address)
    const wrong: unknown[] = []
    for (let count = 0; count < FAILURES_TO_LOCK; count += 1) wrong.push(await ask(user, 'wrong', address))
    const locked = await ask(user, TEST_PASSWORD, address)
    const elsewhere = await ask(user, TEST_PASSWORD, newAddress())

    assert.equal(right, 'right')
    assert.deepEqual(new Set(wrong), new Set(['auth/wrong-password']))
    assert.equal(locked, 'auth/too-many-requests')
    assert.equal(elsewhere, 'right')
    const entries = db.selectFrom('auditLog').select('address').where('action', '=', 'fail to confirm password')
    const ofUser = await entries.where('subjectId', '=', user.id).execute()
    assert.deepEqual(
      ofUser.map((entry) => entry.address),
      wrong.map(() => address),
    )
  })

  it('is missing for a person who has not chosen one', async () => {
    const user = await buildUser(db, { passwordHash: null })

    assert.equal(await ask(user, TEST_PASSWORD, newAddress()), 'auth/wrong-password')
  })
})

describe('the audit log', () => {
  it('names failures of an account and the lock that they end in', async () => {
    const user = await buildUser(db)
    const from = newAddress()
    await failTimes(FAILURES_TO_LOCK, user.email, () => from)
    await attempt(user.email, 'wrong', from)

    const entries = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', user.id).orderBy('id').execute()

    const failures = entries.filter(({ action }) => action === 'fail to sign in')
    const locks = entries.filter(({ action }) => action === 'lock sign-in')
    assert.equal(failures.length, FAILURES_TO_LOCK)
    assert.deepEqual(failures[0]?.after, { reason: 'wrong password' })
    assert.equal(failures[0]?.entityId, user.entity)
    assert.equal(failures[0]?.address, from)
    assert.deepEqual(
      locks.map(({ after }) => after),
      [{ where: 'network', untilUTC: new Date(clock() + LOCK_MS).toISOString() }],
    )
  })

  it('names an address that no account has, unless what was typed is none', async () => {
    await attempt('no-account@example.test', 'wrong')
    await attempt('my secret password', 'wrong')

    const entries = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('subjectKind', '=', 'address')
      .where('action', '=', 'fail to sign in')
      .execute()

    const subjects = entries.map((entry) => entry.subjectId)
    assert.ok(subjects.includes('no-account@example.test'))
    assert.ok(!subjects.includes('my secret password'))
  })
})
