import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { confirmPasswordReset, requestPasswordReset, signIn } from '@fieldwatch/contract/people/auth'
import {
  confirmTotp,
  enrolTotp,
  getSecondFactor,
  makeRecoveryCodes,
  RECOVERY_CODES,
  removeTotp,
  resetSecondFactor,
  signInWithCode,
} from '@fieldwatch/contract/people/second-factor'
import { getMe } from '@fieldwatch/contract/people/users'
import { BROWSER_COOKIE } from '#people/auth/auth-cookies.ts'
import { FAILURES_TO_LOCK, LOCK_MS } from '#people/credentials/sign-in-policy.ts'
import { codeAt, setUpApp } from '#testing/authenticator-app.ts'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const first = await createTestApp({ database })
const { call, clock, db, signInAs, signInWith } = first
const second = await createTestApp({ database, clock })

const STEP_MS = 30_000
const password = TEST_PASSWORD

/** Gives the right password and returns the token of the next step. */
async function beginSignIn(email: string, given = password): Promise<string> {
  const { status, failure, response } = await call(signIn, { body: { email, password: given } })
  assert.equal(status, 401)
  assert.equal(failure.code, 'auth/second-factor-needed')
  assert.deepEqual(response.cookies, [])
  return failure.details?.secondFactor?.token ?? ''
}

/** A user with an authenticator app. */
async function withApp(given: Parameters<typeof signInAs>[0] = {}) {
  const user = await signInAs(given)
  return { ...user, ...(await setUpApp(first, user)) }
}

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await db.selectFrom('auditLog').select('action').where('subjectId', '=', userId).orderBy('id').execute()
  return rows.map(({ action }) => action)
}

async function subjectsTo(email: string): Promise<string[]> {
  const mails = db.selectFrom('outbox').select('subject').where('recipient', '=', email)
  return (await mails.orderBy('createdAt').orderBy('subject').execute()).map(({ subject }) => subject)
}

describe('setting an authenticator app up', () => {
  it('asks for the password, and switches nothing on before a first code', async () => {
    const user = await signInAs()

    const refused = await call(enrolTotp, { as: user, body: { password: 'wrong' } })
    const begun = await call(enrolTotp, { as: user, body: { password } })
    const wrong = await call(confirmTotp, { as: user, body: { code: '000000' } })
    const own = await call(getSecondFactor, { as: user })

    assert.equal(refused.failure.code, 'auth/wrong-password')
    const { secret, uri } = begun.body.details
    assert.equal(secret.length, 32)
    assert.match(uri, /^otpauth:\/\/totp\/Fieldwatch:/)
    assert.ok(uri.includes(`secret=${secret}`))
    assert.equal(begun.response.headers['cache-control'], 'no-store')
    assert.equal(wrong.failure.code, 'auth/wrong-code')
    assert.deepEqual(own.body.details, { totpSinceUTC: null, recoveryCodesLeft: 0, required: false, passkeys: [] })
    assert.equal((await signInWith(user.email)).userId, user.userId)
  })

  it('gives recovery codes once, signs out everywhere else, sends a mail, and is in the audit log', async () => {
    const user = await signInAs()
    const elsewhere = await signInWith(user.email)
    const app = await setUpApp(first, user)

    const own = (await call(getSecondFactor, { as: user })).body.details

    assert.equal(new Set(app.recoveryCodes).size, RECOVERY_CODES)
    assert.ok(app.recoveryCodes.every((code) => /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/.test(code)))
    assert.equal(own.recoveryCodesLeft, RECOVERY_CODES)
    assert.equal((await call(getMe, { as: elsewhere })).failure.code, 'auth/session-ended')
    assert.equal((await call(getMe, { as: user })).status, 200)
    assert.deepEqual(await subjectsTo(user.email), ['Your Fieldwatch account now has a second factor'])
    assert.ok((await actionsOf(user.userId)).includes('add second factor'))
  })

  it('takes no longer than a quarter of an hour', async () => {
    const user = await signInAs()
    const { secret } = (await call(enrolTotp, { as: user, body: { password } })).body.details
    clock.advance(15 * 60_000)
    const again = await signInWith(user.email)

    const late = await call(confirmTotp, { as: again, body: { code: codeAt(secret, clock()) } })

    assert.equal(late.failure.code, 'second-factor/too-late')
  })

  it('asks a user who has an app already for its code, and keeps the recovery codes', async () => {
    const user = await withApp()
    const without = await call(enrolTotp, { as: user, body: { password } })
    const begun = await call(enrolTotp, { as: user, body: { password, code: user.code() } })
    const { secret } = begun.body.details

    const confirmed = await call(confirmTotp, { as: user, body: { code: codeAt(secret, clock()) } })
    clock.advance(STEP_MS)
    const token = await beginSignIn(user.email)
    const byOld = await call(signInWithCode, { body: { token, code: user.code() } })
    const byNew = await call(signInWithCode, { body: { token, code: codeAt(secret, clock()) } })

    assert.equal(without.failure.code, 'auth/wrong-code')
    assert.deepEqual(confirmed.body.details, { recoveryCodes: [] })
    assert.equal(byOld.failure.code, 'auth/wrong-code')
    assert.equal(byNew.status, 200)
  })

  it('keeps the secret sealed', async () => {
    const { userId, secret } = await withApp()

    const row = await db.selectFrom('totp').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

    assert.ok(!row.secret.toString('latin1').includes(secret))
  })
})

describe('the second step of signing in', () => {
  it('takes a code of the app once, and never one of an earlier step', async () => {
    const user = await withApp()
    const earlier = user.code()
    clock.advance(STEP_MS)
    const code = user.code()

    const entered = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code } })
    const again = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code } })
    const before = await second.call(signInWithCode, { body: { token: await beginSignIn(user.email), code: earlier } })

    assert.equal(entered.status, 200)
    assert.equal(entered.body.details.user.id, user.userId)
    assert.ok(entered.response.cookies.some(({ name }) => name === 'fieldwatch_refresh'))
    assert.equal(again.failure.code, 'auth/wrong-code')
    assert.equal(before.failure.code, 'auth/wrong-code')
  })

  it('lets one in where two servers get the same code at the same time', async () => {
    const user = await withApp()
    const tokens = [await beginSignIn(user.email), await beginSignIn(user.email)]
    const code = user.code()

    const answers = await Promise.all(
      [first, second].map((server, index) =>
        server.call(signInWithCode, { body: { token: tokens[index] ?? '', code } }),
      ),
    )

    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 400],
    )
  })

  it('takes a clock that is half a minute off, and not more', async () => {
    const user = await withApp()
    clock.advance(10 * STEP_MS)
    const token = await beginSignIn(user.email)

    const far = await call(signInWithCode, { body: { token, code: codeAt(user.secret, clock() - 2 * STEP_MS) } })
    const near = await call(signInWithCode, { body: { token, code: codeAt(user.secret, clock() - STEP_MS) } })

    assert.equal(far.failure.code, 'auth/wrong-code')
    assert.equal(near.status, 200)
  })

  it('takes each recovery code once, however it is typed, and says how many are left', async () => {
    const user = await withApp()
    const [code = ''] = user.recoveryCodes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `

    const entered = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code: typed } })
    const again = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code } })
    const bearer = { authorization: `Bearer ${entered.body.details.idToken}` }
    const own = await call(getSecondFactor, { headers: bearer })

    assert.equal(entered.status, 200)
    assert.equal(again.failure.code, 'auth/wrong-code')
    assert.equal(own.body.details.recoveryCodesLeft, RECOVERY_CODES - 1)
    assert.ok((await subjectsTo(user.email)).includes('A recovery code of your Fieldwatch account was used'))
    assert.ok((await actionsOf(user.userId)).includes('use recovery code'))
  })

  it('refuses recovery codes of other users', async () => {
    const [user, other] = [await withApp(), await withApp()]
    const [code = ''] = other.recoveryCodes

    const answer = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code } })

    assert.equal(answer.failure.code, 'auth/wrong-code')
  })

  it('has a token that works once, for ten minutes, and for no session', async () => {
    const user = await withApp()
    const used = await beginSignIn(user.email)
    assert.equal((await call(signInWithCode, { body: { token: used, code: user.code() } })).status, 200)
    const late = await beginSignIn(user.email)
    clock.advance(10 * 60_000)

    const answers = await Promise.all(
      [used, late, 'made-up'].map((token) => call(signInWithCode, { body: { token, code: user.code() } })),
    )
    const asSession = await call(getMe, { headers: { authorization: `Bearer ${await beginSignIn(user.email)}` } })

    assert.deepEqual(new Set(answers.map(({ failure }) => failure.code)), new Set(['auth/step-expired']))
    assert.equal(asSession.failure.code, 'auth/invalid-token')
  })

  it('ends for a user who is disabled in the meantime', async () => {
    const user = await withApp()
    const token = await beginSignIn(user.email)
    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', user.userId).execute()

    const answer = await call(signInWithCode, { body: { token, code: user.code() } })

    assert.equal(answer.failure.code, 'auth/step-expired')
  })

  it('is asked for after a password that was chosen by mail, and ends for sign-ins with the one before', async () => {
    const user = await withApp()
    const before = await beginSignIn(user.email)
    await call(requestPasswordReset, { body: { email: user.email } })
    const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', user.email).execute()
    const token = mails.map(({ body }) => /token=([\w-]+)/.exec(body)?.[1]).find((found) => found !== undefined) ?? ''

    const confirmed = await call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })
    const ended = await call(signInWithCode, { body: { token: before, code: user.code() } })
    await beginSignIn(user.email, 'three blue herons')

    assert.equal(confirmed.status, 200)
    assert.equal(ended.failure.code, 'auth/step-expired')
  })
})

describe('ten wrong codes', () => {
  it('lock the second step from everywhere, a right password or not, and notify the person', async () => {
    const user = await withApp()
    const token = await beginSignIn(user.email)
    for (let count = 0; count < FAILURES_TO_LOCK; count += 1) {
      const server = count % 2 === 0 ? first : second
      const from = `10.1.0.${count}`
      const { failure } = await server.call(signInWithCode, { body: { token, code: `00000${count}` }, from })
      assert.equal(failure.code, 'auth/wrong-code')
    }

    const fresh = await beginSignIn(user.email)
    const byApp = await call(signInWithCode, { body: { token: fresh, code: user.code() } })
    const byCode = await call(signInWithCode, { body: { token: fresh, code: user.recoveryCodes[0] ?? '' } })
    clock.advance(LOCK_MS)
    const later = await call(signInWithCode, {
      body: { token: await beginSignIn(user.email), code: user.code() },
    })

    assert.equal(byApp.failure.code, 'auth/too-many-requests')
    assert.equal(byApp.failure.details?.retryAfterSeconds, LOCK_MS / 1000)
    assert.equal(byCode.failure.code, 'auth/too-many-requests')
    assert.equal(later.status, 200)
    assert.ok((await subjectsTo(user.email)).includes('Failed second-factor codes for your Fieldwatch account'))
    const actions = await actionsOf(user.userId)
    assert.equal(actions.filter((action) => action === 'fail to sign in').length, FAILURES_TO_LOCK)
    assert.ok(actions.includes('lock sign-in'))
  })

  it('do not lock a browser out that has signed in before', async () => {
    const user = await withApp()
    const entered = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code: user.code() } })
    const cookie = entered.response.cookies.find(({ name }) => name === BROWSER_COOKIE)?.value ?? ''
    const token = await beginSignIn(user.email)
    for (let count = 0; count < FAILURES_TO_LOCK; count += 1) {
      await call(signInWithCode, { body: { token, code: '000000' } })
    }
    clock.advance(STEP_MS)

    const body = { token: await beginSignIn(user.email), code: user.code() }
    const stranger = await call(signInWithCode, { body })
    const known = await call(signInWithCode, { body, cookies: { [BROWSER_COOKIE]: cookie } })

    assert.equal(stranger.failure.code, 'auth/too-many-requests')
    assert.equal(known.status, 200)
  })
})

describe('new recovery codes', () => {
  it('take the password and a code, and the place of those before', async () => {
    const user = await withApp()

    const without = await call(makeRecoveryCodes, { as: user, body: { password } })
    const made = await call(makeRecoveryCodes, { as: user, body: { password, code: user.code() } })
    const [before = ''] = user.recoveryCodes
    const [now = ''] = made.body.details.recoveryCodes
    const byOld = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code: before } })
    const byNew = await call(signInWithCode, { body: { token: await beginSignIn(user.email), code: now } })

    assert.equal(without.failure.code, 'auth/wrong-code')
    assert.equal(made.body.details.recoveryCodes.length, RECOVERY_CODES)
    assert.equal(byOld.failure.code, 'auth/wrong-code')
    assert.equal(byNew.status, 200)
  })

  it('are for users with a second factor', async () => {
    const user = await signInAs()

    assert.equal((await call(makeRecoveryCodes, { as: user, body: { password } })).failure.code, 'second-factor/none')
  })
})

describe('switching the app off', () => {
  it('takes the password and a code, and then the password is enough', async () => {
    const user = await withApp()

    const wrongPassword = await call(removeTotp, { as: user, body: { password: 'wrong', code: user.code() } })
    const wrongCode = await call(removeTotp, { as: user, body: { password, code: '000000' } })
    const removed = await call(removeTotp, { as: user, body: { password, code: user.recoveryCodes[0] ?? '' } })
    const again = await call(removeTotp, { as: user, body: { password, code: '000000' } })

    assert.equal(wrongPassword.failure.code, 'auth/wrong-password')
    assert.equal(wrongCode.failure.code, 'auth/wrong-code')
    assert.equal(removed.status, 200)
    assert.equal(again.failure.code, 'second-factor/none')
    assert.equal((await signInWith(user.email)).userId, user.userId)
    assert.deepEqual((await call(getSecondFactor, { as: user })).body.details, {
      totpSinceUTC: null,
      recoveryCodesLeft: 0,
      required: false,
      passkeys: [],
    })
    assert.ok((await actionsOf(user.userId)).includes('remove second factor'))
    assert.ok((await subjectsTo(user.email)).includes('The authenticator app of your Fieldwatch account was removed'))
  })
})

describe('an admin who resets a second factor', () => {
  it('reaches the user, is not the user, and signs the user out', async () => {
    const top = await buildEntity(db)
    const admin = await withApp({ role: 'admin', entity: top })
    const viewer = await signInAs({ entity: top })
    const stranger = await signInAs({ role: 'admin' })
    const user = await withApp({ entity: top })
    const body = { userUID: user.userId }

    const byViewer = await call(resetSecondFactor, { as: viewer, body })
    const byStranger = await call(resetSecondFactor, { as: stranger, body })
    const own = await call(resetSecondFactor, { as: admin, body: { userUID: admin.userId } })
    const none = await call(resetSecondFactor, { as: admin, body: { userUID: viewer.userId } })
    const reset = await call(resetSecondFactor, { as: admin, body })

    assert.equal(byViewer.failure.code, 'access/forbidden')
    assert.equal(byStranger.failure.code, 'user/not-found')
    assert.equal(own.failure.code, 'access/forbidden')
    assert.equal(none.failure.code, 'second-factor/none')
    assert.equal(reset.status, 200)
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal((await signInWith(user.email)).userId, user.userId)
    assert.ok((await actionsOf(user.userId)).includes('reset second factor'))
    assert.ok((await subjectsTo(user.email)).includes('The second factor of your Fieldwatch account was reset'))
  })
})

describe('a second factor', () => {
  it('is asked for only once the password is right', async () => {
    const user = await withApp()
    const other = await buildUser(db)

    const wrong = await call(signIn, { body: { email: user.email, password: 'wrong' } })
    const without = await call(signIn, { body: { email: other.email, password } })

    assert.equal(wrong.failure.code, 'auth/invalid-credential')
    assert.equal(wrong.failure.details, undefined)
    assert.equal(without.status, 200)
  })
})
