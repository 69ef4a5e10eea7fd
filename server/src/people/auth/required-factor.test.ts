import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  checkPasswordReset,
  confirmPasswordReset,
  requestPasswordReset,
  signIn,
} from '@fieldwatch/contract/people/auth'
import { getEntity, listEntities, updateEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { changeOwnPassword } from '@fieldwatch/contract/people/own-password'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import {
  confirmSetUp,
  getSecondFactor,
  RECOVERY_CODES,
  removeTotp,
  resetSecondFactor,
  setUpSecondFactor,
  signInWithCode,
} from '@fieldwatch/contract/people/second-factor'
import { removePasskey } from '@fieldwatch/contract/people/passkeys'
import { getMe, updateUsers } from '@fieldwatch/contract/people/users'
import { createSessionStore, type SessionProof } from '#people/credentials/session-store.ts'
import { createPasskeyStore } from '#people/second-factor/passkey-store.ts'
import { codeAt, setUpApp } from '#testing/authenticator-app.ts'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const first = await createTestApp({ database })
const { call, clock, db, signInAs, signInWith } = first

const password = TEST_PASSWORD

/** An admin who has a second factor. */
async function provenAdmin(entity: EntityId) {
  const admin = await signInAs({ role: 'admin', entity })
  return { ...admin, ...(await setUpApp(first, admin)) }
}

const setRequired = (as: SignedInUser, entityID: EntityId, required: boolean, version?: number) =>
  call(updateEntity, {
    as,
    body: { entityID, secondFactorRequired: String(required), ...(version === undefined ? {} : { version }) },
  })

/** An entity that requires a second factor, with an admin who has one. */
async function requiringEntity() {
  const entity = await buildEntity(db)
  const admin = await provenAdmin(entity)
  assert.equal((await setRequired(admin, entity, true)).status, 200)
  return { entity, admin }
}

/** Gives the right password, and returns the token for setting a second factor up. */
async function tokenToSetUp(email: string, given = password): Promise<string> {
  const { status, failure, response } = await call(signIn, { body: { email, password: given } })
  assert.equal(status, 401)
  assert.equal(failure.code, 'auth/second-factor-to-set-up')
  assert.deepEqual(response.cookies, [])
  return failure.details?.setUp?.token ?? ''
}

async function secretOf(token: string): Promise<string> {
  return (await call(setUpSecondFactor, { body: { token } })).body.details.secret
}

const confirm = (token: string, code: string) => call(confirmSetUp, { body: { token, code } })

const refusalOf = async (as: SignedInUser) => (await call(getMe, { as })).failure.code

describe('requiring a second factor of an entity', () => {
  it('is for admins who have one themselves', async () => {
    const entity = await buildEntity(db)
    const admin = await signInAs({ role: 'admin', entity })
    const viewer = await signInAs({ entity })
    const stranger = await provenAdmin(await buildEntity(db))

    const without = await setRequired(admin, entity, true)
    const off = await setRequired(admin, entity, false)
    await setUpApp(first, admin)
    const withOne = await setRequired(admin, entity, true)

    assert.equal(without.failure.code, 'second-factor/own-first')
    assert.equal(off.status, 200)
    assert.equal(withOne.body.details.secondFactorRequired, true)
    assert.equal((await setRequired(stranger, entity, false)).failure.code, 'entity/not-found')
    assert.equal((await setRequired(viewer, entity, false)).status, 401)
  })

  it('refuses a version that is not the newest, and is in the activity with what was and is', async () => {
    const { entity, admin } = await requiringEntity()

    const late = await setRequired(admin, entity, false, 1)

    const entry = await db
      .selectFrom('auditLog')
      .select(['action', 'before', 'after'])
      .where('subjectId', '=', entity)
      .executeTakeFirst()
    assert.equal(late.failure.code, 'entity/changed')
    assert.deepEqual(entry, {
      action: 'change entity',
      before: { secondFactorRequired: false },
      after: { secondFactorRequired: true },
    })
  })

  it('takes nothing but true and false', async () => {
    const admin = await signInAs({ role: 'admin' })

    const { failure } = await call(updateEntity, {
      as: admin,
      body: { entityID: admin.entity, secondFactorRequired: 'yes' },
    })

    assert.equal(failure.code, 'request/invalid')
  })

  it('counts for the entities below, and names the one above to those in whose reach it is', async () => {
    const top = await buildEntity(db, { name: 'Top' })
    const middle = await buildEntity(db, { name: 'Middle', parentId: top })
    const deep = await buildEntity(db, { name: 'Deep', parentId: middle })
    const beside = await buildEntity(db, { name: 'Beside', parentId: top })
    const admin = await provenAdmin(top)
    const deepAdmin = await provenAdmin(deep)
    await setRequired(admin, middle, true)
    const seen = async (as: SignedInUser, id: EntityId) => {
      const { secondFactorRequired, secondFactorRequiredBy } = (await call(getEntity, { as, params: { id } })).body
        .details
      return [secondFactorRequired, secondFactorRequiredBy]
    }

    assert.deepEqual(await seen(admin, top), [false, null])
    assert.deepEqual(await seen(admin, middle), [true, null])
    assert.deepEqual(await seen(admin, deep), [false, { name: 'Middle' }])
    assert.deepEqual(await seen(admin, beside), [false, null])
    assert.deepEqual(await seen(deepAdmin, deep), [false, { name: null }])
    await setRequired(admin, top, true)
    const listed = (await call(listEntities, { as: admin })).body.details
    assert.deepEqual(
      listed.map(({ name, secondFactorRequiredBy: by }) => [name, by?.name]),
      [
        ['Top', undefined],
        ['Beside', 'Top'],
        ['Deep', 'Middle'],
        ['Middle', 'Top'],
      ],
    )
  })
})

describe('a session of a person who needs a second factor', () => {
  it('continues by how it was proven', async () => {
    const proofs: readonly SessionProof[] = ['password', 'provider', 'authenticator app', 'recovery code', 'passkey']
    const top = await buildEntity(db, { secondFactorRequired: true })
    const below = await buildEntity(db, { parentId: top })
    const goesOn = async (entity: EntityId, proof: SessionProof) => {
      const user = await signInAs()
      await createSessionStore(db).setProof({ allOf: user.userId }, proof)
      await db.updateTable('appUser').set({ entityId: entity }).where('id', '=', user.userId).execute()
      return (await call(getMe, { as: user })).status
    }

    for (const entity of [top, below]) {
      const statuses = await Promise.all(proofs.map((proof) => goesOn(entity, proof)))
      assert.deepEqual(statuses, [401, 200, 200, 200, 200])
    }
  })

  it('is refused at once when it was begun by the password alone, and continues when that is allowed again', async () => {
    const entity = await buildEntity(db)
    const admin = await provenAdmin(entity)
    const user = await signInAs({ entity })
    const before = await call(getMe, { as: user })

    await setRequired(admin, entity, true)
    const during = await refusalOf(user)
    await setRequired(admin, entity, false)

    assert.equal(before.status, 200)
    assert.equal(during, 'auth/second-factor-required')
    assert.equal((await call(getMe, { as: user })).status, 200)
  })

  it('is refused when the person is moved there', async () => {
    const top = await buildEntity(db)
    const below = await buildEntity(db, { parentId: top, secondFactorRequired: true })
    const admin = await signInAs({ role: 'admin', entity: top })
    const user = await signInAs({ entity: top })

    await call(updateUsers, { as: admin, body: { userUID: user.userId, entity: below } })

    assert.equal(await refusalOf(user), 'auth/second-factor-required')
    assert.equal((await call(getMe, { as: admin })).status, 200)
  })

  it('does not end what programs do with tokens', async () => {
    const { entity, admin } = await requiringEntity()
    await setRequired(admin, entity, false)
    const user = await signInAs({ entity })
    const made = await call(createProgramToken, { as: user, body: { name: 'Report', scopes: ['read'], days: 30 } })
    await setRequired(admin, entity, true)

    const asked = await call(getMe, { headers: { authorization: `Bearer ${made.body.details.secret}` } })

    assert.equal(asked.status, 200)
  })
})

describe('setting up a required second factor while signing in', () => {
  it('takes the first code of an app, signs in, gives recovery codes once, and ends all other sessions', async () => {
    const entity = await buildEntity(db)
    const admin = await provenAdmin(entity)
    const elsewhere = await signInAs({ entity })
    await setRequired(admin, entity, true)

    const token = await tokenToSetUp(elsewhere.email)
    const secret = await secretOf(token)
    const again = await secretOf(token)
    const wrong = await confirm(token, '000000')
    const { status, body, response } = await confirm(token, codeAt(secret, clock()))
    const repeated = await confirm(token, codeAt(secret, clock()))

    assert.equal(again, secret)
    assert.equal(wrong.failure.code, 'auth/wrong-code')
    assert.equal(status, 200)
    assert.equal(body.details.recoveryCodes.length, RECOVERY_CODES)
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.ok(response.cookies.some(({ name }) => name === 'fieldwatch_refresh'))
    assert.equal(repeated.failure.code, 'auth/step-expired')
    const me = await call(getMe, { headers: { authorization: `Bearer ${body.details.idToken}` } })
    assert.equal(me.body.details.id, elsewhere.userId)
    assert.equal(await refusalOf(elsewhere), 'auth/session-ended')
    const log = await db
      .selectFrom('auditLog')
      .select(['action', 'after'])
      .where('subjectId', '=', elsewhere.userId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    assert.deepEqual(
      log.map(({ action }) => action),
      ['sign in', 'add second factor'],
    )
    const mails = await db.selectFrom('outbox').select('subject').where('recipient', '=', elsewhere.email).execute()
    assert.deepEqual(mails, [{ subject: 'Your Fieldwatch account now has a second factor' }])
    clock.advance(30_000)
    const next = await call(signIn, { body: { email: elsewhere.email, password } })
    assert.equal(next.failure.code, 'auth/second-factor-needed')
  })

  it('gives the token that is good for that alone, for half an hour', async () => {
    const { entity } = await requiringEntity()
    const { email } = await buildUser(db, { entityId: entity })
    const token = await tokenToSetUp(email)
    const secret = await secretOf(token)

    const asCode = await call(signInWithCode, { body: { token, code: codeAt(secret, clock()) } })
    const unbegun = await confirm(await tokenToSetUp(email), codeAt(secret, clock()))
    clock.advance(30 * 60_000)
    const late = await confirm(token, codeAt(secret, clock()))

    assert.equal(asCode.failure.code, 'auth/step-expired')
    assert.equal(unbegun.failure.code, 'auth/step-expired')
    assert.equal(late.failure.code, 'auth/step-expired')
    assert.equal((await call(setUpSecondFactor, { body: { token } })).failure.code, 'auth/step-expired')
    assert.equal((await call(setUpSecondFactor, { body: { token: 'made up' } })).failure.code, 'auth/step-expired')
  })

  it('is for one of two who know the password: the other is asked for the second factor', async () => {
    const { entity } = await requiringEntity()
    const { email } = await buildUser(db, { entityId: entity })
    const tokens = [await tokenToSetUp(email), await tokenToSetUp(email)]
    const secrets = await Promise.all(tokens.map(secretOf))

    const answers = await Promise.all(tokens.map((token, n) => confirm(token, codeAt(secrets[n] ?? '', clock()))))

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]))
    assert.notEqual(secrets[0], secrets[1])
    const again = await call(signIn, { body: { email, password } })
    assert.equal(again.failure.code, 'auth/second-factor-needed')
  })

  it('adds nothing to an account that has a second factor by now', async () => {
    const { entity } = await requiringEntity()
    const user = await signInAs()
    await db.updateTable('appUser').set({ entityId: entity }).where('id', '=', user.userId).execute()
    const token = await tokenToSetUp(user.email)
    const secret = await secretOf(token)
    await createPasskeyStore(db).add(user.userId, passkeyNamed('Key', clock()))

    const refused = await confirm(token, codeAt(secret, clock()))

    assert.equal(refused.failure.code, 'auth/step-expired')
    assert.equal((await call(setUpSecondFactor, { body: { token } })).failure.code, 'auth/step-expired')
  })

  it('keeps the secret sealed', async () => {
    const { entity } = await requiringEntity()
    const { id, email } = await buildUser(db, { entityId: entity })
    const secret = await secretOf(await tokenToSetUp(email))

    const row = await db.selectFrom('signInStep').selectAll().where('userId', '=', id).executeTakeFirstOrThrow()

    assert.ok(!(row.secret?.toString('latin1') ?? secret).includes(secret))
  })

  it('follows the first password of an invited person, and a new one by mail', async () => {
    const { entity } = await requiringEntity()
    const { email } = await buildUser(db, { entityId: entity })
    await call(requestPasswordReset, { body: { email } })
    const mail = await db.selectFrom('outbox').select('body').where('recipient', '=', email).executeTakeFirstOrThrow()
    const token = /#token=(\S+)/.exec(mail.body)?.[1] ?? ''
    const before = await tokenToSetUp(email)

    const good = await call(checkPasswordReset, { body: { token } })
    const chosen = await call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })
    const after = await tokenToSetUp(email, 'three blue herons')

    assert.equal(good.status, 200)
    assert.equal(chosen.status, 200)
    assert.equal((await call(setUpSecondFactor, { body: { token: before } })).failure.code, 'auth/step-expired')
    assert.equal((await call(setUpSecondFactor, { body: { token: after } })).status, 200)
  })

  it('ends with a new password of one’s own', async () => {
    const { entity } = await requiringEntity()
    const user = await signInAs()
    await createSessionStore(db).setProof({ allOf: user.userId }, 'provider')
    await db.updateTable('appUser').set({ entityId: entity }).where('id', '=', user.userId).execute()
    const token = await tokenToSetUp(user.email)

    await call(changeOwnPassword, { as: user, body: { password, newPassword: 'three blue herons' } })

    assert.equal((await call(setUpSecondFactor, { body: { token } })).failure.code, 'auth/step-expired')
  })

  it('comes again after an admin has reset the second factor', async () => {
    const { admin, entity } = await requiringEntity()
    const { id, email } = await buildUser(db, { entityId: entity })
    const token = await tokenToSetUp(email)
    await confirm(token, codeAt(await secretOf(token), clock()))

    await call(resetSecondFactor, { as: admin, body: { userUID: id } })

    assert.ok(await tokenToSetUp(email))
  })
})

describe('the last second factor of a person who needs one', () => {
  it('stays when the authenticator app is switched off', async () => {
    const { admin } = await requiringEntity()

    const refused = await call(removeTotp, { as: admin, body: { password, code: admin.code() } })

    const own = (await call(getSecondFactor, { as: admin })).body.details
    assert.equal(refused.failure.code, 'second-factor/required')
    assert.deepEqual([own.required, own.recoveryCodesLeft], [true, RECOVERY_CODES])
    assert.notEqual(own.totpSinceUTC, null)
  })

  it('stays when two passkeys are removed at once', async () => {
    const { entity } = await requiringEntity()
    const user = await signInAs()
    const passkeys = createPasskeyStore(db)
    for (const name of ['One', 'Two']) await passkeys.add(user.userId, passkeyNamed(name + user.userId, clock()))
    await createSessionStore(db).setProof({ allOf: user.userId }, 'passkey')
    await db.updateTable('appUser').set({ entityId: entity }).where('id', '=', user.userId).execute()

    const answers = await Promise.all(
      ['One', 'Two'].map((name) =>
        call(removePasskey, { as: user, body: { passkeyID: name + user.userId, password } }),
      ),
    )

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]))
    assert.equal((await passkeys.listOf(user.userId)).length, 1)
  })

  it('may go where none is required', async () => {
    const user = await signInAs()
    const app = await setUpApp(first, user)

    const { status } = await call(removeTotp, { as: user, body: { password, code: app.code() } })

    assert.equal(status, 200)
    assert.equal((await call(getSecondFactor, { as: user })).body.details.required, false)
    assert.equal((await signInWith(user.email)).userId, user.userId)
  })
})

function passkeyNamed(name: string, addedAt: number) {
  return { id: name, name, publicKey: Buffer.from('key'), counter: 0, transports: [], addedAt }
}
