import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn } from '@fieldwatch/contract/people/auth'
import {
  addPasskey,
  beginPasskey,
  getPasskeyOptions,
  type PasskeyAssertion,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@fieldwatch/contract/people/passkeys'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { stepUp } from '@fieldwatch/contract/people/step-up'
import { getSecondFactor, RECOVERY_CODES, resetSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { getMe, listUsers } from '@fieldwatch/contract/people/users'
import { TEST_PASSWORD } from '#testing/build-users.ts'
import { createSoftwarePasskey } from '#testing/software-passkey.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const first = await createTestApp({ database })
const { call, clock, db, signInAs, signInWith } = first
const second = await createTestApp({ database, clock })

const password = TEST_PASSWORD

async function optionsFor(as: SignedInUser) {
  return (await call(beginPasskey, { as, body: { password } })).body.details
}

/** A user with a passkey. */
async function withPasskey(given: Parameters<typeof signInAs>[0] = {}) {
  const user = await signInAs(given)
  const passkey = createSoftwarePasskey()
  const answer = passkey.register({ options: await optionsFor(user) })
  const added = await call(addPasskey, { as: user, body: { name: 'Laptop', passkey: answer } })
  assert.equal(added.status, 200)
  return { user, passkey, recoveryCodes: added.body.details.recoveryCodes }
}

const challenge = async () => (await call(getPasskeyOptions)).body.details
const enter = (passkey: PasskeyAssertion, server = first) => server.call(signInWithPasskey, { body: { passkey } })
const codeOf = async (passkey: PasskeyAssertion) => (await enter(passkey)).failure.code

describe('a passkey', () => {
  it('is added with the password, gives recovery codes, signs out elsewhere, and sends a mail', async () => {
    const before = await signInAs()
    const elsewhere = await signInWith(before.email)
    const wrong = await call(beginPasskey, { as: before, body: { password: 'wrong' } })
    const passkey = createSoftwarePasskey()
    const options = await optionsFor(before)

    const added = await call(addPasskey, {
      as: before,
      body: { name: 'Laptop', passkey: passkey.register({ options }) },
    })
    const own = (await call(getSecondFactor, { as: before })).body.details

    assert.equal(wrong.failure.code, 'auth/wrong-password')
    assert.equal(added.body.details.recoveryCodes.length, RECOVERY_CODES)
    assert.deepEqual(
      own.passkeys.map(({ name, lastUsedUTC }) => ({ name, lastUsedUTC })),
      [{ name: 'Laptop', lastUsedUTC: null }],
    )
    assert.equal((await call(getMe, { as: elsewhere })).failure.code, 'auth/session-ended')
    const mails = await db.selectFrom('outbox').select('subject').where('recipient', '=', before.email).execute()
    assert.deepEqual(mails, [{ subject: 'A passkey was added to your Fieldwatch account' }])
  })

  it('signs in without password and code, at any server, and then has a time of use', async () => {
    const { user, passkey } = await withPasskey()

    const entered = await enter(passkey.answer({ options: await challenge() }), second)
    const own = (await call(getSecondFactor, { as: user })).body.details

    assert.equal(entered.status, 200)
    assert.equal(entered.body.details.user.id, user.userId)
    assert.ok(entered.response.cookies.some(({ name }) => name === 'fieldwatch_refresh'))
    assert.equal(own.passkeys[0]?.lastUsedUTC, new Date(clock()).toISOString())
    const entry = await db
      .selectFrom('auditLog')
      .select('after')
      .where('subjectId', '=', user.userId)
      .where('action', '=', 'sign in')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.equal((entry.after as { secondFactor?: string }).secondFactor, 'passkey')
  })

  it('is a second factor after the password', async () => {
    const { user } = await withPasskey()

    const { failure } = await call(signIn, { body: { email: user.email, password } })

    assert.equal(failure.code, 'auth/second-factor-needed')
    assert.deepEqual(failure.details?.secondFactor?.ways, ['passkey', 'recovery'])
  })

  it('answers a challenge once, at one of two servers', async () => {
    const { passkey } = await withPasskey()
    const options = await challenge()
    const answer = passkey.answer({ options })

    const together = await Promise.all([enter(answer, first), enter(answer, second)])

    assert.deepEqual(
      together.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 400],
    )
    assert.equal(await codeOf(passkey.answer({ options })), 'auth/passkey-refused')
  })

  it('is refused for a challenge that is old, made up, or was for adding one', async () => {
    const { user, passkey } = await withPasskey()
    const old = await challenge()
    const adding = await optionsFor(user)
    const madeUp = { challenge: 'bWFkZSB1cA' }

    assert.equal(await codeOf(passkey.answer({ options: adding })), 'auth/passkey-refused')
    assert.equal(await codeOf(passkey.answer({ options: madeUp })), 'auth/passkey-refused')
    clock.advance(5 * 60_000)
    assert.equal(await codeOf(passkey.answer({ options: old })), 'auth/passkey-refused')
  })

  it('is refused from another address, for another portal, without asking who holds it, and with another signature', async () => {
    const { passkey } = await withPasskey()
    const good = passkey.answer({ options: await challenge() })
    const { signature } = createSoftwarePasskey().answer({ options: await challenge() }).response

    const codes = [
      await codeOf(passkey.answer({ options: await challenge(), origin: 'https://fieldwatch.example.evil' })),
      await codeOf(passkey.answer({ options: await challenge(), rpID: 'evil.example' })),
      await codeOf(passkey.answer({ options: await challenge(), verified: false })),
      await codeOf({ ...good, response: { ...good.response, signature } }),
      await codeOf(createSoftwarePasskey().answer({ options: await challenge() })),
    ]

    assert.deepEqual(new Set(codes), new Set(['auth/passkey-refused']))
  })

  it('is refused for an account that is disabled', async () => {
    const { user, passkey } = await withPasskey()
    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', user.userId).execute()

    assert.equal(await codeOf(passkey.answer({ options: await challenge() })), 'auth/passkey-refused')
  })

  it('is added for the user who asked, and once', async () => {
    const [user, other] = [await signInAs(), await signInAs()]
    const options = await optionsFor(user)
    const passkey = createSoftwarePasskey().register({ options })

    const byOther = await call(addPasskey, { as: other, body: { name: 'Phone', passkey } })
    const added = await call(addPasskey, { as: user, body: { name: 'Phone', passkey } })
    const again = await call(addPasskey, { as: user, body: { name: 'Phone', passkey } })

    assert.equal(byOther.failure.code, 'auth/passkey-refused')
    assert.equal(added.status, 200)
    assert.equal(again.failure.code, 'auth/passkey-refused')
  })

  it('is named and removed by whose it is; with the last one the password is enough again', async () => {
    const { user, passkey } = await withPasskey()
    const other = await signInAs()
    const passkeyID = passkey.id

    const renamedByOther = await call(renamePasskey, { as: other, body: { passkeyID, name: 'Mine' } })
    const renamed = await call(renamePasskey, { as: user, body: { passkeyID, name: 'Office' } })
    const removedByOther = await call(removePasskey, { as: other, body: { passkeyID, password } })
    const own = (await call(getSecondFactor, { as: user })).body.details
    const removed = await call(removePasskey, { as: user, body: { passkeyID, password } })

    assert.equal(renamedByOther.failure.code, 'second-factor/none')
    assert.equal(renamed.status, 200)
    assert.equal(removedByOther.failure.code, 'second-factor/none')
    assert.equal(own.passkeys[0]?.name, 'Office')
    assert.equal(removed.status, 200)
    assert.equal((await signInWith(user.email)).userId, user.userId)
    assert.equal(await codeOf(passkey.answer({ options: await challenge() })), 'auth/passkey-refused')
  })

  it('proves again who uses a session, of its own person alone', async () => {
    const [{ user, passkey }, stranger] = [await withPasskey(), await withPasskey()]
    const body = { name: 'Script', scopes: ['read' as const], days: 30 }
    clock.advance(10 * 60_000)

    const asked = await call(createProgramToken, { as: user, body })
    const byOther = await call(stepUp, {
      as: user,
      body: { passkey: stranger.passkey.answer({ options: await challenge() }) },
    })
    const given = await call(stepUp, { as: user, body: { passkey: passkey.answer({ options: await challenge() }) } })
    const made = await call(createProgramToken, { as: user, body })

    assert.deepEqual(asked.failure.details?.stepUp?.ways, ['password', 'passkey', 'recovery'])
    assert.equal(byOther.failure.code, 'auth/passkey-refused')
    assert.deepEqual([given.status, made.status], [200, 200])
  })

  it('goes when an admin resets the second factor', async () => {
    const admin = await signInAs({ role: 'admin' })
    const { user, passkey } = await withPasskey({ entity: admin.entity })
    const { users } = (await call(listUsers, { as: admin, query: { entity: admin.entity } })).body.details

    const reset = await call(resetSecondFactor, { as: admin, body: { userUID: user.userId } })

    assert.equal(users.find(({ id }) => id === user.userId)?.secondFactor, true)
    assert.equal(reset.status, 200)
    assert.equal(await codeOf(passkey.answer({ options: await challenge() })), 'auth/passkey-refused')
  })
})
