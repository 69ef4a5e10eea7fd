import { ALL_EXTENSIONS } from '../../extension-settings.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { getMe, getUser, setEntityViewing } from '@fieldwatch/contract/people/users'
import { buildApplication, buildEntity, buildUser } from '#testing/build-users.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, clock, db, signInAs, signInWith } = await createTestApp({ database })

async function buildFamily() {
  const top = await buildEntity(db, { name: 'Northwind Water', logo: '/logo.png', icon: '/icon.png' })
  const below = await buildEntity(db, { name: 'Northwind South', parentId: top })
  return { top, below, other: await buildEntity(db, { name: 'Elsewhere' }) }
}

describe('GET me', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(getMe)).failure.code, 'auth/missing-token')
  })

  // spec 1-3-01, 1-3-02, 1-3-03, 1-3-04, 1-3-05, 1-3-06, 1-3-07, 1-3-08, 1-3-10, 1-3-12, 1-3-13, 1-3-14, 1-6-05, 2-3-30
  // spec 2-3-32, 2-3-33, 2-3-34
  it('returns to an admin everything about themselves and the entities in reach', async () => {
    const { top, below } = await buildFamily()
    await db
      .updateTable('entity')
      .set({ measures: JSON.stringify({ system: 'metric' }) })
      .where('id', '=', top)
      .execute()
    const everyones = await buildApplication(db, { name: 'A', allAccess: true })
    const own = await buildApplication(db, { name: 'B', entities: [top] })
    await buildApplication(db, { name: 'C', entities: [below] })
    const { email, id } = await buildUser(db, {
      entityId: top,
      role: 'admin',
      firstName: 'Nora',
      lastName: 'Lindqvist',
      phone: '+4612345',
      timeFormat: '12Hour',
      measures: JSON.stringify({ system: 'US' }),
      permissions: ['viewSubentities'],
      company: 'Northwind AB',
      units: ['pump-1'],
      profilePic: '/files/nora.png',
      notifications: JSON.stringify({ alerts: { emailEnable: true, smsEnable: false } }),
    })

    const { status, body } = await call(getMe, { as: await signInWith(email) })

    assert.equal(status, 200)
    assert.deepEqual(body.details, {
      id,
      uid: id,
      firstName: 'Nora',
      lastName: 'Lindqvist',
      email,
      phone: '+4612345',
      role: 'admin',
      permissions: ['viewSubentities'],
      entity: top,
      company: 'Northwind AB',
      timeFormat: '12Hour',
      language: null,
      measures: { system: 'US' },
      units: ['pump-1'],
      profilePic: '/files/nora.png',
      status: 'active',
      notifications: { alerts: { emailEnable: true, smsEnable: false } },
      version: 1,
      entityData: {
        [top]: { name: 'Northwind Water', logo: '/logo.png', icon: '/icon.png', status: 'active' },
        [below]: { name: 'Northwind South', logo: '', icon: '', status: 'active' },
      },
      entityViewing: [top, below],
      entityMeasures: { system: 'metric' },
      entityLanguage: null,
      extensions: ALL_EXTENSIONS.map(({ name }) => name),
      apps: [everyones, own],
    })
  })

  // spec 1-3-10, 1-9-29, 2-3-31
  it('shows a viewer their own entity only, and times in the 24 hour format unless set otherwise', async () => {
    const { top } = await buildFamily()

    const { body } = await call(getMe, { as: await signInAs({ entity: top }) })

    assert.equal(body.details.timeFormat, '24Hour')
    assert.deepEqual(Object.keys(body.details.entityData), [top])
    assert.deepEqual(body.details.entityViewing, [top])
  })
})

describe('PUT me/entity-viewing', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(setEntityViewing, { body: { entityViewing: [] } })).failure.code, 'auth/missing-token')
  })

  it('answers entities out of reach as missing, and changes nothing', async () => {
    const { top, below, other } = await buildFamily()
    const admin = await signInAs({ role: 'admin', entity: top })
    const viewer = await signInAs({ entity: top })

    const foreign = await call(setEntityViewing, { as: admin, body: { entityViewing: [below, other] } })
    const subEntity = await call(setEntityViewing, { as: viewer, body: { entityViewing: [below] } })
    const missing = await call(setEntityViewing, { as: admin, body: { entityViewing: ['nowhere'] } })

    for (const { status, failure } of [foreign, subEntity, missing]) {
      assert.equal(status, 404)
      assert.equal(failure.code, 'entity/not-found')
    }
    assert.deepEqual((await call(getMe, { as: admin })).body.details.entityViewing, [top, below])
  })

  it('refuses what is not a list', async () => {
    const viewer = await signInAs()

    const { failure } = await call(setEntityViewing, { as: viewer, body: { entityViewing: 'all' as never } })

    assert.equal(failure.code, 'request/invalid')
  })

  it('keeps the choice, gives all back for an empty list, and writes both to the audit log', async () => {
    const { top, below } = await buildFamily()
    const admin = await signInAs({ role: 'admin', entity: top })

    const one = await call(setEntityViewing, { as: admin, body: { entityViewing: [below, below] } })
    const afterOne = await call(getMe, { as: admin })
    const all = await call(setEntityViewing, { as: admin, body: { entityViewing: [] } })

    assert.deepEqual(one.body.details.entityViewing, [below])
    assert.deepEqual(afterOne.body.details.entityViewing, [below])
    assert.deepEqual(all.body.details.entityViewing, [top, below])
    const log = await db
      .selectFrom('auditLog')
      .selectAll()
      .where('userId', '=', admin.userId)
      .where('action', '<>', 'sign in')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      log.map(({ at, action, subjectId, entityId, before, after }) => {
        return { at: at.getTime(), action, subjectId, entityId, before, after }
      }),
      [
        { before: { entityViewing: [top, below] }, after: { entityViewing: [below] } },
        { before: { entityViewing: [below] }, after: { entityViewing: [] } },
      ].map((change) => ({
        at: clock(),
        action: 'choose viewing entities',
        subjectId: admin.userId,
        entityId: top,
        ...change,
      })),
    )
  })
})

describe('GET users/{uid}', () => {
  it('needs a sign-in', async () => {
    const { id } = await buildUser(db)

    assert.equal((await call(getUser, { params: { uid: id } })).failure.code, 'auth/missing-token')
  })

  it('answers a user of another entity exactly as one who is not there', async () => {
    const { top, other } = await buildFamily()
    const stranger = await buildUser(db, { entityId: other })
    const admin = await signInAs({ role: 'admin', entity: top })

    const foreign = await call(getUser, { as: admin, params: { uid: stranger.id } })
    const missing = await call(getUser, { as: admin, params: { uid: 'unknown' } })

    assert.equal(foreign.status, 404)
    assert.equal(foreign.failure.code, 'user/not-found')
    assert.deepEqual(foreign.failure, missing.failure)
  })

  // spec 1-7-05
  it('shows people their own record, colleagues, and to those who reach them people of sub-entities', async () => {
    const { top, below } = await buildFamily()
    const subUser = await buildUser(db, { entityId: below })
    const viewer = await signInAs({ entity: top })
    const holder = await signInAs({ entity: top, permissions: ['viewSubentities'] })
    const statusFor = async (as: typeof viewer, uid: UserId) => (await call(getUser, { as, params: { uid } })).status

    assert.equal(await statusFor(viewer, viewer.userId), 200)
    assert.equal(await statusFor(viewer, holder.userId), 200)
    assert.equal(await statusFor(viewer, subUser.id), 404)
    assert.equal(await statusFor(holder, subUser.id), 200)
  })

  it('never shows a password hash', async () => {
    const viewer = await signInAs()

    const { response } = await call(getUser, { as: viewer, params: { uid: viewer.userId } })

    assert.equal(response.payload.includes('argon2'), false)
  })
})

describe('an id from outside', () => {
  it('is refused when it has a character that cannot be kept', async () => {
    const viewer = await signInAs()

    const { status, failure } = await call(getUser, { as: viewer, params: { uid: 'a\u0000b' } })

    assert.equal(status, 400)
    assert.equal(failure.code, 'request/invalid')
  })

  it('cannot break out of the statement', async () => {
    const viewer = await signInAs()

    const { failure } = await call(getUser, { as: viewer, params: { uid: "x' or '1'='1" } })
    const viewing = await call(setEntityViewing, {
      as: viewer,
      body: { entityViewing: ["{}'); drop table app_user; --"] },
    })

    assert.equal(failure.code, 'user/not-found')
    assert.equal(viewing.failure.code, 'entity/not-found')
    assert.equal((await call(getMe, { as: viewer })).status, 200)
  })
})
