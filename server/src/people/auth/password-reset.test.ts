import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  checkPasswordReset,
  confirmPasswordReset,
  refresh,
  requestPasswordReset,
  signIn,
} from '@fieldwatch/contract/people/auth'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const HOUR_MS = 60 * 60_000
const NEW_PASSWORD = 'three blue herons'

const database = await createTestDatabase()
const { bus, call, clock, db, signInWith } = await createTestApp({ database })

const endedSessions: SessionId[] = []
bus.subscribe('sessions-ended', ({ sessionIds }) => endedSessions.push(...sessionIds))

async function mailsTo(recipient: string) {
  return db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).execute()
}

function ask(email: string) {
  return call(requestPasswordReset, { body: { email } })
}

/** Asks for a link and opens the mail. */
async function mailedToken(email: string): Promise<string> {
  await ask(email)
  const mail = (await mailsTo(email)).at(-1)
  const token = /^https:\/\/fieldwatch\.example\/reset-password#token=([\w-]{43})$/m.exec(mail?.body ?? '')?.[1]
  assert.ok(token)
  return token
}

function confirm(token: string, password = NEW_PASSWORD) {
  return call(confirmPasswordReset, { body: { token, password } })
}

describe('asking for a new password', () => {
  it('needs an address', async () => {
    const { failure } = await ask(' ')

    assert.equal(failure.code, 'request/invalid')
  })

  it('answers the same in about the same time, whether the address exists or not', async () => {
    const user = await buildUser(db)

    const answers = await Promise.all(
      [user.email, 'unknown@example.test'].map(async (email) => {
        const start = performance.now()
        const { status, response } = await ask(email)
        return { status, payload: response.payload, tookMs: performance.now() - start }
      }),
    )

    const [known, unknown] = answers
    assert.ok(known && unknown)
    assert.deepEqual([known.status, known.payload], [unknown.status, unknown.payload])
    assert.ok(unknown.tookMs > 140)
    assert.deepEqual(await mailsTo('unknown@example.test'), [])
  })

  // spec 1-7-03
  it('mails a link, in any case of letters, and keeps only its hash', async () => {
    const user = await buildUser(db, { firstName: 'Nora' })

    await ask(user.email.toUpperCase())

    const [mail] = await mailsTo(user.email)
    const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const { rows } = await database.pool.query('select t::text from password_reset t')
    assert.match(mail?.body ?? '', /^Hello Nora,\n/)
    assert.equal(token.length, 43)
    assert.equal(JSON.stringify(rows).includes(Buffer.from(token, 'base64url').toString('hex')), false)
  })

  it('mails in the language of the person, else of their entity, else in English', async () => {
    const entity = await buildEntity(db, { language: 'fr' })
    const people = [
      await buildUser(db, { entityId: entity, language: 'de' }),
      await buildUser(db, { entityId: entity }),
      await buildUser(db),
    ]

    await Promise.all(people.map(({ email }) => ask(email)))

    const mails = await Promise.all(people.map(({ email }) => mailsTo(email)))
    assert.deepEqual(
      mails.flat().map(({ subject }) => subject),
      [
        'Neues Passwort für Fieldwatch wählen',
        'Choisir un nouveau mot de passe pour Fieldwatch',
        'Choose a new password for Fieldwatch',
      ],
    )
  })

  it('mails nothing to a disabled user', async () => {
    const user = await buildUser(db, { status: 'disabled' })

    const { status } = await ask(user.email)

    assert.equal(status, 200)
    assert.deepEqual(await mailsTo(user.email), [])
  })

  it('mails at most five links an hour to one account, also when they are asked for at once', async () => {
    const user = await buildUser(db)

    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(user.email)))
    const mails = await mailsTo(user.email)
    clock.advance(HOUR_MS)
    await ask(user.email)

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(mails.length, 5)
    assert.equal((await mailsTo(user.email)).length, 6)
  })
})

describe('opening a mailed link', () => {
  const check = (token: string) => call(checkPasswordReset, { body: { token } })

  it('needs a token that we mailed', async () => {
    const { status, failure } = await check('made-up')

    assert.equal(status, 400)
    assert.equal(failure.code, 'auth/reset-link-invalid')
  })

  it('is reported as valid, and whether it is an invitation, without being used up', async () => {
    const [user, invited] = [await buildUser(db), await buildUser(db)]
    const tokens = [await mailedToken(user.email), await mailedToken(invited.email)] as const
    await db.updateTable('appUser').set({ passwordHash: null }).where('id', '=', invited.id).execute()

    const answers = [await check(tokens[0]), await check(tokens[1])]

    assert.deepEqual(
      answers.map(({ body }) => body.details),
      [
        { invited: false, programTokens: 0 },
        { invited: true, programTokens: 0 },
      ],
    )
    assert.equal((await confirm(tokens[0])).status, 200)
  })

  it('is reported as used, expired, or of a disabled user', async () => {
    const [used, expired, disabled] = [await buildUser(db), await buildUser(db), await buildUser(db)]
    const late = await mailedToken(expired.email)
    clock.advance(HOUR_MS)
    const [again, shut] = [await mailedToken(used.email), await mailedToken(disabled.email)]
    await confirm(again)
    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()

    const answers = await Promise.all([late, again, shut].map(check))

    assert.deepEqual(new Set(answers.map(({ failure }) => failure.code)), new Set(['auth/reset-link-invalid']))
  })
})

describe('choosing a new password', () => {
  it('needs a token that we mailed', async () => {
    const { status, failure } = await confirm('made-up')

    assert.equal(status, 400)
    assert.equal(failure.code, 'auth/reset-link-invalid')
  })

  it('refuses a short, a common and a personal password, and the link stays good', async () => {
    const user = await buildUser(db)
    const token = await mailedToken(user.email)

    const short = await confirm(token, 'short')
    const common = await confirm(token, 'Password123!')
    const personal = await confirm(token, user.email)

    assert.equal(short.failure.code, 'request/invalid')
    assert.deepEqual(Object.keys(short.failure.details?.fields ?? {}), ['password'])
    assert.equal(common.failure.code, 'auth/weak-password')
    assert.deepEqual(Object.keys(common.failure.details?.fields ?? {}), ['password'])
    assert.equal(personal.failure.code, 'auth/weak-password')
    assert.equal((await confirm(token)).status, 200)
  })

  it('replaces the password and ends all sessions of the user', async () => {
    const user = await buildUser(db)
    const { response, body } = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
    const cookie = response.cookies[0]?.value ?? ''

    const { status } = await confirm(await mailedToken(user.email))

    const old = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
    const me = await call(getMe, { headers: { authorization: `Bearer ${body.details.idToken}` } })
    const refreshed = await call(refresh, { cookies: { fieldwatch_refresh: cookie } })
    assert.equal(status, 200)
    assert.equal(old.failure.code, 'auth/invalid-credential')
    assert.equal(me.failure.code, 'auth/session-ended')
    assert.equal(refreshed.failure.code, 'auth/session-ended')
    assert.ok(endedSessions.includes(cookie.split('.')[0] as SessionId))
    assert.equal((await signInWith(user.email, NEW_PASSWORD)).userId, user.id)
  })

  it('is told to the person in a mail, unless it is the first one', async () => {
    const user = await buildUser(db)
    const invited = await buildUser(db, { passwordHash: null })
    for (const { email } of [user, invited]) await confirm(await mailedToken(email))

    const subjects = async (recipient: string) =>
      (
        await db
          .selectFrom('outbox')
          .select('subject')
          .where('recipient', '=', recipient)
          .orderBy('createdAt')
          .execute()
      ).map(({ subject }) => subject)
    assert.ok((await subjects(user.email)).includes('Your Fieldwatch password has changed'))
    assert.ok(!(await subjects(invited.email)).includes('Your Fieldwatch password has changed'))
  })

  it('works once, also when the link is used twice at the same time', async () => {
    const user = await buildUser(db)
    const token = await mailedToken(user.email)

    const answers = await Promise.all([confirm(token), confirm(token, 'four green herons')])
    const again = await confirm(token)

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]))
    assert.equal(again.failure.code, 'auth/reset-link-invalid')
  })

  it('works for an hour', async () => {
    const user = await buildUser(db)
    const token = await mailedToken(user.email)
    clock.advance(HOUR_MS)

    const { failure } = await confirm(token)

    assert.equal(failure.code, 'auth/reset-link-invalid')
  })

  it('spoils the other links of the user, and those of a user who was disabled', async () => {
    const user = await buildUser(db)
    const disabled = await buildUser(db)
    const first = await mailedToken(user.email)
    const ofDisabled = await mailedToken(disabled.email)
    await confirm(await mailedToken(user.email))
    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()

    assert.equal((await confirm(first)).failure.code, 'auth/reset-link-invalid')
    assert.equal((await confirm(ofDisabled)).failure.code, 'auth/reset-link-invalid')
  })

  it('lets a locked account in again, gives a first password, and is written to the audit log', async () => {
    const user = await buildUser(db, { passwordHash: null })
    for (let count = 0; count < 10; count += 1) {
      await call(signIn, { body: { email: user.email, password: 'wrong' }, from: `10.1.1.${count}` })
    }

    await confirm(await mailedToken(user.email))

    assert.equal((await signInWith(user.email, NEW_PASSWORD)).userId, user.id)
    const log = await db.selectFrom('auditLog').select('action').where('userId', '=', user.id).orderBy('id').execute()
    assert.deepEqual(log, [{ action: 'choose first password' }, { action: 'sign in' }])
  })
})
