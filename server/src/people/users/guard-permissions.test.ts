import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refresh, requestPasswordReset, signIn } from '@fieldwatch/contract/people/auth'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import {
  createUser,
  deleteUsers,
  getMe,
  listUsers,
  updateUsers,
  type UserChanges,
} from '@fieldwatch/contract/people/users'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { readEvents } from '#testing/read-events.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, signInAs } = await createTestApp({ database })
await app.listen({ port: 0, host: '127.0.0.1' })

const change = async (as: SignedInUser, userUID: UserId, changes: UserChanges) => {
  const { status, failure } = await call(updateUsers, { as, body: { userUID, ...changes } })
  return status === 200 ? 'success' : failure.code
}

const remove = async (as: SignedInUser, ...userUID: UserId[]) => {
  const { status, failure } = await call(deleteUsers, { as, body: { userUID } })
  return status === 200 ? 'success' : failure.code
}

async function adminsOf(entity: EntityId): Promise<UserId[]> {
  const rows = await db
    .selectFrom('appUser')
    .select('id')
    .where('entityId', '=', entity)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .execute()
  return rows.map((row) => row.id)
}

describe('no user', () => {
  // spec 1-6-12, 2-6-14
  it('raises their own role or permissions, or moves or disables themselves', async () => {
    const entity = await buildEntity(db)
    const below = await buildEntity(db, { parentId: entity })
    const viewer = await signInAs({ entity })
    const holder = await signInAs({ entity, permissions: ['viewSubentities'] })
    const admin = await signInAs({ entity, role: 'admin' })

    for (const person of [viewer, holder]) {
      assert.equal(await change(person, person.userId, { role: 'admin' }), 'user/own-rights')
    }
    for (const person of [viewer, admin]) {
      assert.equal(await change(person, person.userId, { permissions: ['viewSubentities'] }), 'user/own-rights')
    }
    for (const changes of [{ entity: below }, { status: 'disabled' as const }, { units: ['pump-1'] }]) {
      assert.equal(await change(admin, admin.userId, changes), 'user/own-rights')
    }
    const { role, permissions } = (await call(getMe, { as: viewer })).body.details
    assert.deepEqual([role, permissions], ['viewer', []])
  })

  it('makes another person an admin to rise with them', async () => {
    const entity = await buildEntity(db)
    const below = await buildEntity(db, { parentId: entity })
    const holder = await signInAs({ entity, permissions: ['viewSubentities'] })
    const friend = await buildUser(db, { entityId: below })
    const account = { firstName: 'My', lastName: 'Own', email: 'second@mine.example', role: 'admin' as const }

    const second = await call(createUser, { as: holder, body: { ...account, entity: below } })

    assert.equal(await change(holder, friend.id, { role: 'admin' }), 'access/forbidden')
    assert.equal(second.failure.code, 'access/forbidden')
  })

  it('reaches another entity, above, beside or elsewhere', async () => {
    const above = await buildEntity(db)
    const own = await buildEntity(db, { parentId: above })
    const beside = await buildEntity(db, { parentId: above })
    const admin = await signInAs({ entity: own, role: 'admin' })
    const colleague = await buildUser(db, { entityId: own })
    const account = { firstName: 'My', lastName: 'Own', role: 'admin' as const }

    for (const entity of [above, beside, await buildEntity(db)]) {
      const member = await buildUser(db, { entityId: entity })
      const added = await call(createUser, { as: admin, body: { ...account, email: `a@${entity}.example`, entity } })

      assert.equal(added.failure.code, 'entity/not-found')
      assert.equal(await change(admin, admin.userId, { entity }), 'user/own-rights')
      assert.equal(await change(admin, colleague.id, { entity }), 'entity/not-found')
      assert.equal(await change(admin, member.id, { entity: own }), 'user/not-found')
      assert.equal(await remove(admin, member.id), 'user/not-found')
      assert.equal((await call(listUsers, { as: admin, query: { entity } })).failure.code, 'entity/not-found')
    }
  })

  // spec 2-5-50
  it('deletes themselves, alone or with others', async () => {
    const admin = await signInAs({ role: 'admin' })
    const other = await buildUser(db, { entityId: admin.entity })

    const { failure } = await call(deleteUsers, { as: admin, body: { uid: admin.userId, userUID: [admin.userId] } })

    assert.equal(failure.message, 'cant delete self')
    assert.equal(await remove(admin, other.id, admin.userId), 'user/self-delete')
    assert.equal((await call(listUsers, { as: admin, query: {} })).body.details.users.length, 2)
  })
})

describe('an entity', () => {
  it('keeps its last admin, for any caller and any kind of change', async () => {
    const above = await signInAs({ role: 'admin' })
    const entity = await buildEntity(db, { parentId: above.entity })
    const last = await signInAs({ role: 'admin', entity })
    await buildUser(db, { entityId: entity, role: 'admin', status: 'disabled' })
    await buildUser(db, { entityId: entity, role: 'admin', passwordHash: null })

    assert.equal(await change(last, last.userId, { role: 'viewer' }), 'user/last-admin')
    assert.equal(await change(above, last.userId, { role: 'viewer' }), 'user/last-admin')
    assert.equal(await change(above, last.userId, { status: 'disabled' }), 'user/last-admin')
    assert.equal(await change(above, last.userId, { entity: above.entity }), 'user/last-admin')
    assert.equal(await remove(above, last.userId), 'user/last-admin')
    assert.equal((await call(getMe, { as: last })).body.details.role, 'admin')
  })

  it('lets an admin go when another one stays', async () => {
    const [one, other] = [await signInAs({ role: 'admin' }), await signInAs()]
    const admin = await buildUser(db, { entityId: one.entity, role: 'admin' })

    assert.equal(await change(one, one.userId, { role: 'viewer' }), 'success')
    assert.deepEqual(await adminsOf(one.entity), [admin.id])
    assert.deepEqual(await adminsOf(other.entity), [])
  })

  it('is left with one admin when two demote, disable or delete each other at once', async () => {
    const ways = [
      (as: SignedInUser, id: UserId) => change(as, id, { role: 'viewer' }),
      (as: SignedInUser, id: UserId) => change(as, id, { status: 'disabled' }),
      (as: SignedInUser, id: UserId) => remove(as, id),
    ]
    for (const way of ways) {
      const one = await signInAs({ role: 'admin' })
      const other = await signInAs({ role: 'admin', entity: one.entity })

      const answers = await Promise.all([way(one, other.userId), way(other, one.userId)])

      assert.equal(answers.filter((answer) => answer === 'success').length, 1, answers.join())
      assert.equal((await adminsOf(one.entity)).length, 1)
    }
  })

  it('is not lost when three admins demote each other in a circle at once', async () => {
    const one = await signInAs({ role: 'admin' })
    const two = await signInAs({ role: 'admin', entity: one.entity })
    const three = await signInAs({ role: 'admin', entity: one.entity })
    const demote = (as: SignedInUser, { userId }: SignedInUser) => change(as, userId, { role: 'viewer' })

    await Promise.all([demote(one, two), demote(two, three), demote(three, one)])

    const left = await adminsOf(one.entity)
    assert.ok(left.length >= 1)
  })
})

describe('a disabled user', () => {
  // spec 2-3-32, 2-4-19
  it('has no session, stream, sign-in or reset link any more', async () => {
    const admin = await signInAs({ role: 'admin' })
    const user = await signInAs({ entity: admin.entity })
    const signedIn = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
    const stream = await readEvents(app, 'stream/live?devices=viewing', { as: user })
    await call(requestPasswordReset, { body: { email: user.email } })

    const answer = await change(admin, user.userId, { status: 'disabled' })
    while ((await stream.next()) !== undefined);

    const cookies = { fieldwatch_refresh: signedIn.response.cookies[0]?.value ?? '' }
    const again = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
    const links = await db.selectFrom('passwordReset').select('usedAt').where('userId', '=', user.userId).execute()
    assert.equal(answer, 'success')
    assert.equal(stream.status, 200)
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal((await call(refresh, { cookies })).failure.code, 'auth/session-ended')
    assert.equal(again.failure.code, 'auth/invalid-credential')
    assert.ok(links.length === 1 && links[0]?.usedAt !== null)
  })

  // spec 2-4-19
  it('can be let in again', async () => {
    const admin = await signInAs({ role: 'admin' })
    const user = await signInAs({ entity: admin.entity })
    await change(admin, user.userId, { status: 'disabled' })

    await change(admin, user.userId, { status: 'active' })

    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal((await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })).status, 200)
  })
})

describe('a deleted user', () => {
  // spec 2-7-42
  it('is gone with every session and stream', async () => {
    const admin = await signInAs({ role: 'admin' })
    const user = await signInAs({ entity: admin.entity })
    const stream = await readEvents(app, 'stream/live?devices=viewing', { as: user })

    const { body } = await call(deleteUsers, { as: admin, body: { id: admin.userId, userUID: user.userId } })
    while ((await stream.next()) !== undefined);

    assert.match(body.message ?? '', / was deleted\.$/)
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal(
      (await call(deleteUsers, { as: admin, body: { userUID: user.userId } })).failure.code,
      'user/not-found',
    )
  })
})

describe('a disabled entity', () => {
  it('shuts its people out at once and lets in those of no other', async () => {
    const admin = await signInAs({ role: 'admin' })
    const below = await buildEntity(db, { parentId: admin.entity })
    const user = await signInAs({ entity: below })
    const stream = await readEvents(app, 'stream/live?devices=viewing', { as: user })

    const { body } = await call(updateEntity, { as: admin, body: { entityID: below, status: 'disabled' } })
    while ((await stream.next()) !== undefined);

    const again = await call(signIn, { body: { email: user.email, password: TEST_PASSWORD } })
    assert.equal(body.details.status, 'disabled')
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal(again.failure.code, 'auth/invalid-credential')
    assert.equal((await call(getMe, { as: admin })).status, 200)
  })
})
