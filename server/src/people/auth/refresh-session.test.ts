import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SESSION_MARK } from '@fieldwatch/contract/people/auth-addresses'
import { refresh, signIn, signOut } from '@fieldwatch/contract/people/auth'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import { buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import type { LightMyRequestResponse } from 'fastify'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { REPEAT_MS } from '#people/credentials/refresh-policy.ts'
import { SESSION_MS } from '#people/credentials/refresh-token.ts'

const COOKIE = 'fieldwatch_refresh'

const database = await createTestDatabase()
const { bus, call, clock, db } = await createTestApp({ database })

const endedSessions: SessionId[] = []
bus.subscribe('sessions-ended', ({ sessionIds }) => endedSessions.push(...sessionIds))

function cookieOf(response: LightMyRequestResponse): string {
  const cookie = response.cookies.find(({ name }) => name === COOKIE)
  assert.ok(cookie)
  return cookie.value
}

function sessionIdOf(cookie: string): SessionId {
  return cookie.slice(0, cookie.indexOf('.')) as SessionId
}

async function openSession() {
  const user = await buildUser(db)
  const { response, body } = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
  return { user, cookie: cookieOf(response), idToken: body.details.idToken }
}

function refreshWith(cookie: string) {
  return call(refresh, { cookies: { [COOKIE]: cookie } })
}

async function statusOf(idToken: string): Promise<number> {
  const { status } = await call(getMe, { headers: { authorization: `Bearer ${idToken}` } })
  return status
}

describe('refreshing a session', () => {
  it('needs the cookie', async () => {
    const { status, failure } = await call(refresh)

    assert.equal(status, 401)
    assert.equal(failure.code, 'auth/missing-token')
  })

  it('refuses what we never handed out', async () => {
    for (const cookie of ['x', '..', `${'a'.repeat(70)}.b`, `unknown.${'A'.repeat(43)}`]) {
      const { status, failure } = await refreshWith(cookie)

      assert.equal(status, 401)
      assert.equal(failure.code, 'auth/session-ended')
    }
  })

  it('answers with a fresh ID token and replaces the cookie', async () => {
    const { user, cookie, idToken } = await openSession()
    clock.advance(16 * 60_000)

    const { status, body, response } = await refreshWith(cookie)

    assert.equal(status, 200)
    assert.equal(body.details.user.id, user.id)
    assert.notEqual(cookieOf(response), cookie)
    assert.equal(await statusOf(idToken), 401)
    assert.equal(await statusOf(body.details.idToken), 200)
  })

  it('hands two tabs that ask at once the same new cookie, which stays valid', async () => {
    const { cookie } = await openSession()

    const [one, other] = await Promise.all([refreshWith(cookie), refreshWith(cookie)])
    clock.advance(REPEAT_MS)
    const late = await refreshWith(cookie)
    clock.advance(REPEAT_MS)
    const next = await refreshWith(cookieOf(late.response))

    assert.deepEqual([one.status, other.status, late.status, next.status], [200, 200, 200, 200])
    assert.equal(cookieOf(one.response), cookieOf(other.response))
    assert.equal(cookieOf(one.response), cookieOf(late.response))
  })

  it('ends the session when a replaced cookie is used later', async () => {
    const { cookie } = await openSession()
    const { body, response } = await refreshWith(cookie)
    clock.advance(REPEAT_MS + 1)

    const stolen = await refreshWith(cookie)
    const rightful = await refreshWith(cookieOf(response))

    assert.equal(stolen.failure.code, 'auth/session-ended')
    assert.equal(rightful.failure.code, 'auth/session-ended')
    assert.equal(await statusOf(body.details.idToken), 401)
    assert.ok(endedSessions.includes(sessionIdOf(cookie)))
  })

  it('ends the session also when a cookie from before the last one is used', async () => {
    const { cookie } = await openSession()
    const second = await refreshWith(cookie)
    const third = await refreshWith(cookieOf(second.response))

    const { failure } = await refreshWith(cookie)

    assert.equal(failure.code, 'auth/session-ended')
    assert.equal((await refreshWith(cookieOf(third.response))).failure.code, 'auth/session-ended')
  })

  it('does not end the session for a made-up cookie with its id', async () => {
    const { cookie, idToken } = await openSession()
    const made = `${sessionIdOf(cookie)}.${'A'.repeat(43)}`
    const seal = cookie.split('.')[2]

    for (const guess of [made, `${made}.`, `${made}.${'A'.repeat(43)}`, `${made}.${seal}`]) {
      assert.equal((await refreshWith(guess)).failure.code, 'auth/session-ended')
      assert.equal((await call(signOut, { cookies: { [COOKIE]: guess } })).status, 200)
    }

    assert.equal(await statusOf(idToken), 200)
    assert.equal((await refreshWith(cookie)).status, 200)
  })

  it('keeps a session for 30 days after it was last used', async () => {
    const { cookie } = await openSession()
    clock.advance(SESSION_MS - 1)
    const used = await refreshWith(cookie)
    clock.advance(SESSION_MS)

    const { failure } = await refreshWith(cookieOf(used.response))

    assert.equal(used.status, 200)
    assert.equal(failure.code, 'auth/session-ended')
  })

  it('refuses a user who was disabled in the meantime', async () => {
    const { cookie, user } = await openSession()
    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', user.id).execute()

    const { failure } = await refreshWith(cookie)

    assert.equal(failure.code, 'auth/session-ended')
  })
})

describe('signing out', () => {
  it('is done already without a cookie or with one that means nothing', async () => {
    assert.equal((await call(signOut)).status, 200)
    assert.equal((await call(signOut, { cookies: { [COOKIE]: 'nonsense' } })).status, 200)
  })

  it('takes the mark of the session away', async () => {
    const { cookie } = await openSession()

    const { response } = await call(signOut, { cookies: { [COOKIE]: cookie } })

    const mark = response.cookies.find(({ name }) => name === SESSION_MARK)
    assert.deepEqual([mark?.value, mark?.path, mark?.expires?.getTime()], ['', '/', 0])
  })

  // spec 1-7-04
  it('ends the session at once, confirms it, and removes the cookie', async () => {
    const { cookie, idToken } = await openSession()

    const { status, response } = await call(signOut, { cookies: { [COOKIE]: cookie } })

    assert.equal(status, 200)
    assert.equal(cookieOf(response), '')
    assert.equal(await statusOf(idToken), 401)
    assert.equal((await refreshWith(cookie)).failure.code, 'auth/session-ended')
    assert.ok(endedSessions.includes(sessionIdOf(cookie)))
  })

  it('leaves the other sessions of the person alone', async () => {
    const { user, cookie } = await openSession()
    const other = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })

    await call(signOut, { cookies: { [COOKIE]: cookie } })

    assert.equal(await statusOf(other.body.details.idToken), 200)
  })
})
