import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { confirmPasswordReset } from '@fieldwatch/contract/people/auth'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createUser, getMe, getUser, inviteUser, listUsers, updateUsers } from '@fieldwatch/contract/people/users'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, clock, db, signInAs, signInWith } = await createTestApp({ database })

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const other = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const holder = await signInAs({ entity: top, permissions: ['viewSubentities'] })

const HOUR = 60 * 60_000
let count = 0

function newUser(entity: EntityId, given: Partial<BodyOf<typeof createUser>> = {}) {
  count += 1
  const person = {
    firstName: 'Ola',
    lastName: 'Berg',
    email: `ola-${count}@northwind.example`,
    role: 'viewer' as const,
  }
  return { ...person, entity, ...given }
}

async function add(as: SignedInUser, body: ReturnType<typeof newUser>) {
  return call(createUser, { as, body })
}

/** The newest mail to an address, with the token of its link. */
async function mailTo(recipient: string) {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('createdAt')
    .execute()
  const body = rows.at(-1)?.body ?? ''
  return { count: rows.length, body, token: /token=([\w-]+)/.exec(body)?.[1] ?? '' }
}

const accept = (token: string) => call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })

describe('POST users', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(createUser, { body: newUser(top) })).failure.code, 'auth/missing-token')
  })

  it('is for admins, and in sub-entities for those who manage them', async () => {
    const answers = [
      await add(viewer, newUser(top)),
      await add(holder, newUser(top)),
      await add(holder, newUser(below)),
      await add(admin, newUser(below)),
    ]

    assert.deepEqual(
      answers.map(({ status, failure }) => (status === 200 ? 200 : failure.code)),
      ['access/forbidden', 'access/forbidden', 200, 200],
    )
  })

  it('answers an entity out of reach as missing', async () => {
    const foreign = await add(admin, newUser(other))
    const outOfReach = await add(viewer, newUser(below))
    const missing = await add(admin, newUser('nowhere' as EntityId))

    for (const { status, failure } of [foreign, outOfReach]) {
      assert.equal(status, 404)
      assert.deepEqual(failure, missing.failure)
    }
  })

  it('refuses a body without names, with an address that is none, and a picture that is no upload', async () => {
    const incomplete = await call(createUser, { as: admin, body: { ...newUser(top), firstName: ' ', email: 'ola' } })
    const foreignPicture = await add(admin, newUser(top, { profilePic: 'https://elsewhere.example/me.png' }))

    assert.deepEqual(incomplete.failure.details?.fields, {
      firstName: 'Enter a first name.',
      email: 'Enter an email address.',
    })
    assert.equal(foreignPicture.failure.code, 'file/not-found')
  })

  it('refuses an address that is in use, in any case of letters', async () => {
    const { email } = await buildUser(db)

    const { failure } = await add(admin, newUser(top, { email: email.toUpperCase() }))

    assert.equal(failure.code, 'user/email-taken')
  })

  // spec 1-3-11
  it('gives a user no unit that the caller does not reach', async () => {
    const { dataId: foreign } = await buildUnit(db)

    const { failure } = await add(admin, newUser(top, { units: [foreign] }))

    assert.equal(failure.code, 'unit/not-found')
    assert.equal(failure.message, `There is no unit ${foreign}.`)
  })

  // spec 1-1-06, 1-4-38, 1-7-38, 1-7-39, 2-1-01, 2-7-39
  it('adds an active user, who gets a mail and chooses a password', async () => {
    const { dataId } = await buildUnit(db, { entity: top })
    const body = {
      ...newUser(top, {
        email: 'Nora@Northwind.Example',
        role: 'admin',
        company: 'Northwind AB',
        timeFormat: '12Hour',
      }),
      id: admin.userId,
      permissions: ['viewSubentities' as const],
      units: [dataId],
      profilePic: '',
      status: 'active' as const,
    }

    const created = await call(createUser, { as: admin, body })
    const { newUserUID } = created.body.details
    const { body: user } = await call(getUser, { as: admin, params: { uid: newUserUID } })
    const mail = await mailTo('nora@northwind.example')
    const accepted = await accept(mail.token)
    const nora = await signInWith('nora@northwind.example', 'three blue herons')

    assert.equal(
      created.body.message,
      'Ola Berg was added, and a mail to choose a password is on its way to nora@northwind.example.',
    )
    assert.deepEqual(user.details, {
      id: newUserUID,
      uid: newUserUID,
      firstName: 'Ola',
      lastName: 'Berg',
      email: 'nora@northwind.example',
      phone: '',
      role: 'admin',
      permissions: ['viewSubentities'],
      entity: top,
      company: 'Northwind AB',
      timeFormat: '12Hour',
      measures: null,
      language: null,
      units: [dataId],
      profilePic: '',
      status: 'active',
      notifications: { alerts: { emailEnable: true, smsEnable: false } },
      version: 1,
    })
    assert.match(mail.body, /^Hello Ola,/)
    assert.equal(accepted.status, 200)
    assert.equal((await call(getMe, { as: nora })).body.details.uid, newUserUID)
  })

  // spec 1-7-38, 2-7-39
  it('takes the names of either service document for who asks, and believes the token alone', async () => {
    const { body } = await call(createUser, { as: admin, body: { ...newUser(top), uid: viewer.userId } })

    const entry = await db
      .selectFrom('auditLog')
      .select(['userId', 'action', 'entityId'])
      .where('subjectId', '=', body.details.newUserUID)
      .execute()
    assert.deepEqual(entry, [{ userId: admin.userId, action: 'create user', entityId: top }])
  })

  // spec 1-1-17
  it('lets those who manage sub-entities add viewers there and never an admin, not even the first', async () => {
    const fresh = await buildEntity(db, { parentId: top })

    const first = await add(holder, newUser(fresh, { role: 'admin' }))
    const viewing = await add(holder, newUser(fresh, { role: 'viewer' }))
    const byAdmin = await add(admin, newUser(fresh, { role: 'admin' }))

    assert.equal(first.failure.code, 'access/forbidden')
    assert.equal(first.failure.message, 'You can’t give other users more rights than you have.')
    assert.equal(viewing.status, 200)
    assert.equal(byAdmin.status, 200)
  })
})

describe('an invitation', () => {
  it('names who invites, the organisation, the portal and the address, and makes no link of a name', async () => {
    const entity = await buildEntity(db, { name: 'Free money at evil.example' })
    const as = await signInAs({ role: 'admin', entity })
    const names = { firstName: 'Ada', lastName: 'https://evil.example/x' }
    await db.updateTable('appUser').set(names).where('id', '=', as.userId).execute()
    const invited = newUser(entity, { firstName: 'Grace, see evil.example' })

    await add(as, invited)

    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', invited.email)
      .executeTakeFirstOrThrow()
    assert.equal(mail.subject, 'Ada https evil example x invites you to Free money at evil example on Fieldwatch')
    assert.match(mail.body, /^Hello Grace, see evil example,/)
    assert.ok(mail.body.includes(`(${as.email}) invites you to the Fieldwatch portal of Free money at evil example.`))
    assert.ok(mail.body.includes(`You sign in with this address, ${invited.email}.`))
    assert.doesNotMatch(mail.body, /evil\.example/)
    assert.deepEqual(mail.body.match(/https?:\/\/[^/\s]+/g), ['https://fieldwatch.example'])
  })

  it('is good for seven days', async () => {
    const [early, late] = [newUser(top), newUser(top)]
    await add(admin, early)
    await add(admin, late)

    clock.advance(7 * 24 * HOUR - 1)
    const inTime = await accept((await mailTo(early.email)).token)
    clock.advance(1)
    const tooLate = await accept((await mailTo(late.email)).token)

    assert.equal(inTime.status, 200)
    assert.equal(tooLate.failure.code, 'auth/reset-link-invalid')
  })
})

describe('POST users/invitation', () => {
  const ask = async (as: SignedInUser | undefined, userUID: string) =>
    call(inviteUser, { ...(as === undefined ? {} : { as }), body: { userUID } })

  it('needs a sign-in', async () => {
    assert.equal((await ask(undefined, viewer.userId)).failure.code, 'auth/missing-token')
  })

  it('is for those who may add users there, and answers users out of reach as missing', async () => {
    const asAdmin = await signInAs({ role: 'admin', entity: top })
    const invited = (await add(asAdmin, newUser(top))).body.details.newUserUID
    const stranger = await buildUser(db, { passwordHash: null })

    const foreign = await ask(asAdmin, stranger.id)
    const missing = await ask(asAdmin, 'unknown')
    const viewerAgain = await signInAs({ entity: top })

    assert.equal((await ask(viewerAgain, invited)).failure.code, 'access/forbidden')
    assert.equal(foreign.failure.code, 'user/not-found')
    assert.deepEqual(foreign.failure, missing.failure)
  })

  it('is refused for who has a password, and for who is disabled', async () => {
    const asAdmin = await signInAs({ role: 'admin', entity: top })
    const disabled = await buildUser(db, { entityId: top, passwordHash: null, status: 'disabled' })

    assert.equal((await ask(asAdmin, viewer.userId)).failure.code, 'user/has-password')
    assert.equal((await ask(asAdmin, disabled.id)).failure.code, 'user/disabled')
  })

  it('sends a new link, which alone works, and no more than five mails an hour', async () => {
    const asAdmin = await signInAs({ role: 'admin', entity: top })
    const body = newUser(top)
    const userUID = (await add(asAdmin, body)).body.details.newUserUID
    const first = await mailTo(body.email)
    clock.advance(1)

    const again = await ask(asAdmin, userUID)
    const second = await mailTo(body.email)
    for (let mails = 2; mails < 5; mails += 1) assert.equal((await ask(asAdmin, userUID)).status, 200)
    const sixth = await ask(asAdmin, userUID)
    const last = (await db.selectFrom('outbox').select('body').where('recipient', '=', body.email).execute()).length

    assert.match(again.body.message ?? '', /on its way to ola-/)
    assert.notEqual(second.token, first.token)
    assert.equal((await accept(first.token)).failure.code, 'auth/reset-link-invalid')
    assert.equal(sixth.failure.code, 'request/rate-limited')
    assert.equal(last, 5)
  })
})

describe('GET users', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(listUsers, { query: {} })).failure.code, 'auth/missing-token')
  })

  it('answers an entity out of reach as missing', async () => {
    const as = await signInAs({ entity: top })

    for (const entity of [other, below, 'nowhere']) {
      assert.equal((await call(listUsers, { as, query: { entity } })).failure.code, 'entity/not-found')
    }
  })

  // spec 1-3-18, 1-7-36, 2-7-38, 2-7-53
  it('shows the users of an entity by name, without phones, and who was only invited', async () => {
    const entity = await buildEntity(db)
    const as = await signInAs({ entity, role: 'admin' })
    await call(updateUsers, { as, body: { userUID: as.userId, firstName: 'bea', lastName: 'Berg' } })
    await buildUser(db, { entityId: entity, firstName: 'Ada', lastName: 'Zorn', phone: '+46701234567' })
    const invited = await add(as, newUser(entity, { firstName: 'Cid' }))

    const { body, response } = await call(listUsers, { as, query: { entity } })

    assert.deepEqual(
      body.details.users.map(({ firstName, role, status, invited }) => [firstName, role, status, invited]),
      [
        ['Ada', 'viewer', 'active', false],
        ['bea', 'admin', 'active', false],
        ['Cid', 'viewer', 'active', true],
      ],
    )
    assert.equal(body.details.users[2]?.id, invited.body.details.newUserUID)
    assert.deepEqual(body.details.users.map(({ lastName, email }) => [lastName, email.includes('@')]).slice(0, 2), [
      ['Zorn', true],
      ['Berg', true],
    ])
    assert.equal(response.payload.includes('+46701234567'), false)
  })

  it('without an entity shows only users in reach', async () => {
    const [here, under] = [await buildEntity(db), other]
    const sub = await buildEntity(db, { parentId: here })
    const as = await signInAs({ entity: here, permissions: ['viewSubentities'] })
    const member = await buildUser(db, { entityId: sub })
    await buildUser(db, { entityId: under })

    const { body } = await call(listUsers, { as, query: {} })

    assert.deepEqual(new Set(body.details.users.map((user) => user.id)), new Set([as.userId, member.id]))
  })
})
