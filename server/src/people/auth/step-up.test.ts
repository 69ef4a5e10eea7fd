import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { resetSecondFactor } from '@fieldwatch/contract/people/second-factor'
import { PROOF_MINUTES, stepUp } from '@fieldwatch/contract/people/step-up'
import { createUser, deleteUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { setUpApp } from '#testing/authenticator-app.ts'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const first = await createTestApp({ database })
const { call, clock, db, signInAs } = first
const PROOF_MS = PROOF_MINUTES * 60_000
const TOKEN = { name: 'Script', scopes: ['read' as const], days: 30 }

/** An admin whose sign-in is too old to count. */
async function signInLongAgo(): Promise<SignedInUser> {
  const admin = await signInAs({ role: 'admin', entity: await buildEntity(db) })
  clock.advance(PROOF_MS)
  return admin
}

const newUser = (entity: SignedInUser['entity'], role: 'admin' | 'viewer') => ({
  firstName: 'Grace',
  lastName: 'Hopper',
  email: `grace-${crypto.randomUUID()}@northwind.example`,
  role,
  entity,
})

async function statusOf<E extends AnyEndpoint>(
  endpoint: E,
  request: Parameters<typeof call<E>>[1],
): Promise<number | string> {
  const { status, failure } = await call(endpoint, request)
  return status === 200 ? status : failure.code
}

describe('a change that a stolen session must not make', () => {
  it('asks for the password again ten minutes after the sign-in', async () => {
    const admin = await signInAs({ role: 'admin' })

    clock.advance(PROOF_MS - 1)
    const fresh = await call(createProgramToken, { as: admin, body: TOKEN })
    clock.advance(1)
    const old = await call(createProgramToken, { as: admin, body: TOKEN })

    assert.equal(fresh.status, 200)
    assert.equal(old.status, 403)
    assert.equal(old.failure.code, 'auth/step-up-needed')
    assert.deepEqual(old.failure.details?.stepUp, { ways: ['password'] })
  })

  it('continues after the password was given, in this session alone', async () => {
    const admin = await signInAs({ role: 'admin' })
    const elsewhere = await first.signInWith(admin.email)
    clock.advance(PROOF_MS)

    const given = await call(stepUp, { as: admin, body: { password: TEST_PASSWORD } })
    const now = await call(createProgramToken, { as: admin, body: TOKEN })
    const there = await call(createProgramToken, { as: elsewhere, body: TOKEN })
    const until = new Date(clock() + PROOF_MS).toISOString()

    assert.equal(given.body.details.untilUTC, until)
    assert.equal(now.status, 200)
    assert.equal(there.failure.code, 'auth/step-up-needed')
  })

  it('makes an admin, by adding, promoting, moving or enabling one', async () => {
    const admin = await signInLongAgo()
    const { entity } = admin
    const below = await buildEntity(db, { parentId: entity })
    await buildUser(db, { entityId: below, role: 'admin' })
    const { id: viewer } = await buildUser(db, { entityId: entity })
    const { id: other } = await buildUser(db, { entityId: below, role: 'admin' })
    const { id: disabled } = await buildUser(db, { entityId: entity, role: 'admin', status: 'disabled' })
    const codes = async () => [
      await statusOf(createUser, { as: admin, body: newUser(entity, 'admin') }),
      await statusOf(updateUsers, { as: admin, body: { userUID: viewer, role: 'admin' } }),
      await statusOf(updateUsers, { as: admin, body: { userUID: other, entity } }),
      await statusOf(updateUsers, { as: admin, body: { userUID: disabled, status: 'active' } }),
    ]

    const refused = await codes()
    await call(stepUp, { as: admin, body: { password: TEST_PASSWORD } })
    const made = await codes()

    assert.deepEqual(refused, Array(4).fill('auth/step-up-needed'))
    assert.deepEqual(made, Array(4).fill(200))
  })

  it("changes another's address, takes another's second factor, and switches the requirement", async () => {
    const admin = await signInAs({ role: 'admin', entity: await buildEntity(db) })
    const app = await setUpApp(first, admin)
    const viewer = await signInAs({ entity: admin.entity })
    await setUpApp(first, viewer)
    clock.advance(PROOF_MS)
    const { entity, userId: userUID } = { entity: admin.entity, userId: viewer.userId }
    const email = `new-${crypto.randomUUID()}@northwind.example`
    const codes = async () => [
      await statusOf(updateUsers, { as: admin, body: { userUID, email } }),
      await statusOf(resetSecondFactor, { as: admin, body: { userUID } }),
      await statusOf(updateEntity, { as: admin, body: { entityID: entity, secondFactorRequired: 'true' } }),
      await statusOf(updateEntity, { as: admin, body: { entityID: entity, secondFactorRequired: 'false' } }),
    ]

    const refused = await codes()
    const given = await call(stepUp, { as: admin, body: { code: app.code() } })
    const made = await codes()

    // The requirement is off, so that switching it off changes nothing.
    assert.deepEqual(refused, [...Array<string>(3).fill('auth/step-up-needed'), 200])
    assert.equal(given.status, 200, given.failure?.message)
    assert.deepEqual(made, [200, 200, 200, 200])
  })

  it('is distinguished from all others, which need none', async () => {
    const admin = await signInLongAgo()
    const { id: viewer } = await buildUser(db, { entityId: admin.entity })

    const codes = [
      await statusOf(createUser, { as: admin, body: newUser(admin.entity, 'viewer') }),
      await statusOf(updateUsers, { as: admin, body: { userUID: viewer, firstName: 'Joan' } }),
      await statusOf(updateEntity, { as: admin, body: { entityID: admin.entity, company: 'Northwind' } }),
      await statusOf(deleteUsers, { as: admin, body: { userUID: viewer } }),
    ]

    assert.deepEqual(codes, [200, 200, 200, 200])
  })

  it('is refused before it asks, where the person may not make it', async () => {
    const viewer = await signInAs()
    clock.advance(PROOF_MS)

    const refused = await call(createUser, { as: viewer, body: newUser(viewer.entity, 'admin') })

    assert.equal(refused.failure.code, 'access/forbidden')
  })

  it('can never be made by a program', () => {
    const asking = [createProgramToken, createUser, updateUsers, resetSecondFactor, updateEntity, stepUp]

    const scopes = asking.map(({ scope }) => scope)

    assert.deepEqual(scopes, Array(asking.length).fill(undefined))
  })
})

describe('giving the password or second factor again', () => {
  it('needs a session', async () => {
    const { status, failure } = await call(stepUp, { body: { password: TEST_PASSWORD } })

    assert.equal(status, 401)
    assert.equal(failure.code, 'auth/missing-token')
  })

  it('takes one of them, and not none or two', async () => {
    const user = await signInAs()

    const none = await call(stepUp, { as: user, body: {} })
    const two = await call(stepUp, { as: user, body: { password: TEST_PASSWORD, code: '123456' } })

    assert.deepEqual([none.failure.code, two.failure.code], ['request/invalid', 'request/invalid'])
  })

  it('refuses what is wrong, and counts it as a failure to sign in', async () => {
    const admin = await signInLongAgo()

    const password = await call(stepUp, { as: admin, body: { password: 'wrong' } })
    const code = await call(stepUp, { as: admin, body: { code: '000000' } })
    for (let guess = 0; guess < 9; guess += 1) await call(stepUp, { as: admin, body: { password: 'wrong' } })
    const right = await call(stepUp, { as: admin, body: { password: TEST_PASSWORD } })

    assert.equal(password.failure.code, 'auth/wrong-password')
    assert.equal(code.failure.code, 'auth/wrong-code')
    assert.equal(right.failure.code, 'auth/too-many-requests')
    assert.equal(await statusOf(createProgramToken, { as: admin, body: TOKEN }), 'auth/step-up-needed')
  })

  it('offers what the person has', async () => {
    const user = await signInAs({ role: 'admin' })
    await setUpApp(first, user)
    await db.updateTable('appUser').set({ passwordHash: null }).where('id', '=', user.userId).execute()
    clock.advance(PROOF_MS)

    const { failure } = await call(createProgramToken, { as: user, body: TOKEN })

    assert.deepEqual(failure.details?.stepUp, { ways: ['totp', 'recovery'] })
  })
})
