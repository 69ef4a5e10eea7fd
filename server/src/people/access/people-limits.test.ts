import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { createEntity } from '@fieldwatch/contract/people/entities'
import { requestVerification } from '@fieldwatch/contract/people/phone-verification'
import { createUser, deleteUsers, inviteUser, updateUsers } from '@fieldwatch/contract/people/users'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { STANDARD_LIMITS } from './people-limits.ts'

const HOUR_MS = 60 * 60_000
const database = await createTestDatabase()
const peopleLimits = {
  ...STANDARD_LIMITS,
  entitiesPerDay: 3,
  entitiesAtMost: 6,
  usersAtMost: 6,
  invitationsPerHour: 2,
  invitationsPerDay: 4,
  codesPerHour: 3,
}
const { call, clock, db, signInAs, signInWith } = await createTestApp({ database, peopleLimits })

let count = 0
const signInHolder = async () =>
  signInAs({ permissions: ['viewSubentities'], entity: await buildEntity(db, { name: 'Northwind Water' }) })

async function addEntity(as: SignedInUser) {
  const { status, failure } = await call(createEntity, { as, body: { name: 'South', sameName: 'true' } })
  return status === 200 ? status : failure.code
}

async function addUser(as: SignedInUser, entity: SignedInUser['entity']) {
  count += 1
  const person = {
    firstName: 'Ola',
    lastName: 'Berg',
    email: `stranger-${count}@example.test`,
    role: 'viewer' as const,
  }
  const { status, body, failure } = await call(createUser, { as, body: { ...person, entity } })
  return status === 200 ? { id: body.details.newUserUID } : { code: failure.code }
}

describe('sub-entities', () => {
  it('are added by one person only so many a day', async () => {
    const holder = await signInHolder()
    const codes = []
    for (let added = 0; added < 4; added += 1) codes.push(await addEntity(holder))
    clock.advance(24 * HOUR_MS)

    const tomorrow = await addEntity(await signInWith(holder.email))

    assert.deepEqual(codes, [200, 200, 200, 'entity/too-many'])
    assert.equal(tomorrow, 200)
  })

  it('are limited in one organisation, at any depth, also when several people add them at once', async () => {
    const first = await signInHolder()
    const below = await buildEntity(db, { parentId: first.entity })
    const holders = [first]
    for (const entity of [first.entity, below]) {
      holders.push(await signInAs({ permissions: ['viewSubentities'], entity }))
    }

    const codes = await Promise.all([...holders, ...holders].map(addEntity))

    const added = codes.filter((code) => code === 200)
    assert.equal(added.length, peopleLimits.entitiesAtMost - 2)
    assert.ok(codes.every((code) => code === 200 || code === 'entity/too-many'))
  })
})

describe('invitations', () => {
  it('are sent by one person only so many an hour, new addresses and deleted users included', async () => {
    const admin = await signInAs({ role: 'admin', entity: await buildEntity(db) })

    const { id } = await addUser(admin, admin.entity)
    assert.ok(id)
    const change = { userUID: id, email: 'another@example.test' }
    const changed = await call(updateUsers, { as: admin, body: change })
    const again = await call(inviteUser, { as: admin, body: { userUID: id } })
    await call(deleteUsers, { as: admin, body: { userUID: id } })
    const afterwards = await addUser(admin, admin.entity)
    clock.advance(HOUR_MS)
    const later = await addUser(await signInWith(admin.email), admin.entity)

    assert.equal(changed.status, 200)
    assert.equal(again.status, 429)
    assert.equal(again.failure.code, 'user/too-many-invitations')
    assert.equal(afterwards.code, 'user/too-many-invitations')
    assert.ok(later.id)
    const mails = await db.selectFrom('outbox').select('id').where('recipient', '=', 'another@example.test').execute()
    assert.equal(mails.length, 1)
  })

  it('are sent by the people of one entity only so many a day, wherever to', async () => {
    const entity = await buildEntity(db)
    const below = await buildEntity(db, { parentId: entity })
    const admins = []
    for (let made = 0; made < 3; made += 1) admins.push(await signInAs({ role: 'admin', entity }))
    const codes = []
    for (const admin of admins) {
      codes.push((await addUser(admin, entity)).code)
      codes.push((await addUser(admin, below)).code)
    }

    const tooMany = 'user/too-many-invitations'
    assert.deepEqual(codes, [undefined, undefined, undefined, undefined, tooMany, tooMany])
  })

  it('lead to only so many users of an entity', async () => {
    const entity = await buildEntity(db)
    const admins = []
    for (let made = 0; made < 5; made += 1) admins.push(await signInAs({ role: 'admin', entity }))

    const codes = []
    for (const admin of admins.slice(0, 2)) codes.push((await addUser(admin, entity)).code)

    assert.deepEqual(codes, [undefined, 'user/too-many'])
  })

  it('are not passed by moving users into an entity', async () => {
    const entity = await buildEntity(db)
    const full = await buildEntity(db, { parentId: entity })
    const admin = await signInAs({ role: 'admin', entity })
    const [first, second] = [await buildUser(db, { entityId: entity }), await buildUser(db, { entityId: entity })]
    for (let made = 0; made < 5; made += 1) await buildUser(db, { entityId: full })
    const move = (...userUID: UserId[]) => call(updateUsers, { as: admin, body: { userUID, entity: full } })

    const [both, one] = [await move(first.id, second.id), await move(first.id)]

    assert.deepEqual([both.status, both.failure.code, one.status], [409, 'user/too-many', 200])
  })
})

describe('codes by SMS', () => {
  it('are sent only so many an hour to all people together', async () => {
    const ask = async () => {
      count += 1
      const phoneNumber = `+1415555${String(count).padStart(4, '0')}`
      return call(requestVerification, { as: await signInAs(), body: { phoneNumber } })
    }

    const answers = []
    for (let asked = 0; asked < 4; asked += 1) answers.push(await ask())
    clock.advance(HOUR_MS)
    const later = await ask()

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429],
    )
    assert.equal(answers.at(-1)?.failure.code, 'phone/too-many-codes')
    assert.equal(answers.at(-1)?.failure.details?.retryAfterSeconds, HOUR_MS / 1000)
    assert.equal(later.status, 200)
  })
})
