import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { confirmPasswordReset, requestPasswordReset } from '@fieldwatch/contract/people/auth'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import { confirmEmailChange } from '@fieldwatch/contract/people/own-password'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { createUser, getMe, getUser, updateUsers } from '@fieldwatch/contract/people/users'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, clock, db, signInAs, signInWith } = await createTestApp({ database })

type Changes = Omit<BodyOf<typeof updateUsers>, 'userUID'>

const top = await buildEntity(db)
const below = await buildEntity(db, { parentId: top })
const alsoBelow = await buildEntity(db, { parentId: top })
const admin = await signInAs({ role: 'admin', entity: top })
const viewer = await signInAs({ entity: top })
const holder = await signInAs({ entity: top, permissions: ['viewSubentities'] })
const stranger = await buildUser(db)

const change = (as: SignedInUser | undefined, userUID: BodyOf<typeof updateUsers>['userUID'], changes: Changes) =>
  call(updateUsers, { ...(as === undefined ? {} : { as }), body: { userUID, ...changes } })

const codeOf = async (...asked: Parameters<typeof change>) => {
  const { status, failure } = await change(...asked)
  return status === 200 ? 'success' : failure.code
}

const read = async (uid: BodyOf<typeof updateUsers>['userUID']) =>
  (await call(getUser, { as: admin, params: { uid: String(uid) } })).body.details

const mailsTo = (recipient: string) =>
  db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', recipient).execute()

describe('PUT users', () => {
  it('needs a sign-in', async () => {
    assert.equal(await codeOf(undefined, viewer.userId, { firstName: 'Ada' }), 'auth/missing-token')
  })

  it('is for oneself, for admins, and in sub-entities for those who manage viewers there', async () => {
    const member = await buildUser(db, { entityId: below })
    const theirAdmin = await buildUser(db, { entityId: below, role: 'admin' })

    assert.equal(await codeOf(viewer, viewer.userId, { firstName: 'Own' }), 'success')
    assert.equal(await codeOf(viewer, holder.userId, { firstName: 'No' }), 'access/forbidden')
    assert.equal(await codeOf(holder, viewer.userId, { firstName: 'No' }), 'access/forbidden')
    assert.equal(await codeOf(holder, member.id, { firstName: 'Yes', entity: alsoBelow }), 'success')
    assert.equal(await codeOf(holder, theirAdmin.id, { firstName: 'No' }), 'access/forbidden')
    assert.equal(await codeOf(admin, member.id, { firstName: 'Yes', role: 'admin' }), 'success')
  })

  it('lets those who manage sub-entities neither give roles nor take accounts over, nor move people up', async () => {
    const member = await buildUser(db, { entityId: below })
    const refused: Changes[] = [
      { role: 'admin' },
      { permissions: ['viewSubentities'] },
      { email: 'mine@example.test' },
      { notifications: { alerts: { emailEnable: false, smsEnable: false } } },
      { entity: top },
    ]

    for (const changes of refused) assert.equal(await codeOf(holder, member.id, changes), 'access/forbidden')
  })

  it('answers a user of another entity exactly as one who is not there', async () => {
    const foreign = await change(admin, stranger.id, { firstName: 'No' })
    const missing = await change(admin, 'unknown' as UserId, { firstName: 'No' })

    assert.equal(foreign.failure.code, 'user/not-found')
    assert.deepEqual(foreign.failure, missing.failure)
    assert.equal(await codeOf(admin, viewer.userId, { entity: stranger.entity }), 'entity/not-found')
  })

  it('refuses an address that is none or in use, and one address for several users', async () => {
    const { email } = await buildUser(db)

    assert.equal(await codeOf(viewer, viewer.userId, { email: 'none' }), 'request/invalid')
    assert.equal(
      await codeOf(viewer, viewer.userId, { email: email.toUpperCase(), password: TEST_PASSWORD }),
      'user/email-taken',
    )
    assert.equal(await codeOf(admin, [viewer.userId, holder.userId], { email: 'x@y.example' }), 'request/invalid')
  })

  // spec 1-3-09, 1-3-11
  it('sets company and units; a unit that left the reach since stays until it is taken away', async () => {
    const { dataId: own } = await buildUnit(db, { entity: top })
    const { dataId: foreign } = await buildUnit(db)
    const user = await buildUser(db, { entityId: top, units: [foreign] })

    const codes = [
      await codeOf(admin, user.id, { company: 'Northwind AB', units: [foreign, own] }),
      await codeOf(admin, user.id, { units: [own] }),
      await codeOf(admin, user.id, { units: [own, foreign] }),
      await codeOf(viewer, viewer.userId, { units: [own] }),
    ]

    const { company, units } = await read(user.id)
    assert.deepEqual(codes, ['success', 'success', 'unit/not-found', 'user/own-rights'])
    assert.deepEqual([company, units], ['Northwind AB', [own]])
  })

  // spec 1-1-15, 1-7-41, 1-7-42, 2-1-13, 2-7-41
  it('changes what is named and leaves the rest, and writes down both', async () => {
    const user = await buildUser(db, { entityId: top, firstName: 'Ola', lastName: 'Berg', company: 'Northwind' })

    const { body } = await change(admin, user.id, {
      firstName: 'Ole',
      lastName: 'Berg',
      timeFormat: '12Hour',
      measures: { system: 'US' },
      language: 'de',
    })

    const after = await read(user.id)
    const log = await db.selectFrom('auditLog').selectAll().where('subjectId', '=', user.id).execute()
    assert.equal(body.message, 'Ole Berg was updated.')
    assert.deepEqual([after.firstName, after.timeFormat, after.company], ['Ole', '12Hour', 'Northwind'])
    assert.deepEqual(
      log.map((entry) => [entry.userId, entry.action, entry.entityId, entry.before, entry.after]),
      [
        [
          admin.userId,
          'change user',
          top,
          { firstName: 'Ola', timeFormat: '24Hour', measures: null, language: null },
          { firstName: 'Ole', timeFormat: '12Hour', measures: { system: 'US' }, language: 'de' },
        ],
      ],
    )
  })

  // spec 1-7-40
  it('takes the whole form of Edit User from a viewer about themselves, as long as nothing in it rises', async () => {
    const { id: _id, uid, phone: _phone, notifications: _notifications, ...form } = await read(viewer.userId)

    assert.equal(await codeOf(viewer, uid, { ...form, lastName: 'Again' }), 'success')
    assert.equal(await codeOf(viewer, uid, { ...form, lastName: 'Again', role: 'admin' }), 'user/own-rights')
  })

  // spec 1-7-40
  it('changes several users or none', async () => {
    const [one, other] = [await buildUser(db, { entityId: top }), await buildUser(db, { entityId: below })]

    const { body } = await change(admin, [one.id, other.id, one.id], { company: 'Northwind AB' })
    const refused = await codeOf(admin, [one.id, stranger.id], { company: 'Other' })

    assert.equal(body.message, '2 users were updated.')
    assert.equal(refused, 'user/not-found')
    assert.deepEqual([(await read(one.id)).company, (await read(other.id)).company], ['Northwind AB', 'Northwind AB'])
  })

  it('moves a user, whose reach follows at once', async () => {
    const user = await signInAs({ entity: below })

    await change(admin, user.userId, { entity: alsoBelow })

    const { details } = (await call(getMe, { as: user })).body
    assert.deepEqual([details.entity, details.entityViewing], [alsoBelow, [alsoBelow]])
  })
})

describe('notifications', () => {
  const channels = (emailEnable: boolean, smsEnable: boolean) => ({ alerts: { emailEnable, smsEnable } })

  // spec 1-1-16, 1-7-43, 2-7-40
  it('are chosen by oneself alone', async () => {
    assert.equal(await codeOf(viewer, viewer.userId, { notifications: channels(false, false) }), 'success')
    assert.deepEqual((await read(viewer.userId)).notifications, channels(false, false))
    assert.equal(await codeOf(admin, viewer.userId, { notifications: channels(true, false) }), 'access/forbidden')
  })

  // spec 2-5-39
  it('by SMS need a phone', async () => {
    const withPhone = await buildUser(db, { phone: '+46701234567' })
    const as = await signInWith(withPhone.email)

    assert.equal(await codeOf(viewer, viewer.userId, { notifications: channels(true, true) }), 'user/phone-missing')
    assert.equal(await codeOf(as, withPhone.id, { notifications: channels(true, true) }), 'success')
  })
})

describe('a new address', () => {
  const ask = async (user: SignedInUser, email: string) => change(user, user.userId, { email, password: TEST_PASSWORD })
  const linkTo = async (address: string) =>
    /#token=([\w-]+)/.exec((await mailsTo(address)).at(-1)?.body ?? '')?.[1] ?? ''
  const confirm = (token: string) => call(confirmEmailChange, { body: { token } })

  it('of one’s own needs the password, and nothing changes before the link is opened', async () => {
    const user = await signInAs({ entity: top })
    const email = `new-${user.email}`

    assert.equal(await codeOf(user, user.userId, { email }), 'auth/wrong-password')
    assert.equal(await codeOf(user, user.userId, { email, password: 'wrong' }), 'auth/wrong-password')
    assert.deepEqual(await mailsTo(email), [])
    assert.equal((await ask(user, email)).status, 200)

    assert.equal((await read(user.userId)).email, user.email)
    assert.match((await mailsTo(user.email)).at(-1)?.body ?? '', /inform an admin of your entity/)
    assert.equal((await confirm(await linkTo(email))).status, 200)
    assert.equal((await read(user.userId)).email, email)
  })

  it('is the one to sign in with once it is confirmed; both are notified, and links mailed to the old one stop working', async () => {
    const user = await signInAs({ entity: top })
    await call(requestPasswordReset, { body: { email: user.email } })

    await ask(user, `New-${user.email}`)
    const token = await linkTo(`new-${user.email}`)
    await confirm(token)

    const links = await db.selectFrom('passwordReset').select('usedAt').where('userId', '=', user.userId).execute()
    assert.equal((await signInWith(`new-${user.email}`)).userId, user.userId)
    for (const address of [user.email, `new-${user.email}`]) {
      const mail = (await mailsTo(address)).at(-1)
      assert.equal(mail?.subject, 'Your Fieldwatch address has changed')
      assert.ok(mail?.body.includes(`with new-${user.email} instead of ${user.email}`))
    }
    assert.deepEqual(
      links.map((link) => link.usedAt?.getTime()),
      [clock()],
    )
    assert.equal((await confirm(token)).failure.code, 'auth/reset-link-invalid')
  })

  it('is confirmed by the newest link only, and not when another user has it by then', async () => {
    const user = await signInAs({ entity: top })
    await ask(user, `first-${user.email}`)
    await ask(user, `second-${user.email}`)
    await buildUser(db, { entityId: top, email: `second-${user.email}` })

    assert.equal((await confirm(await linkTo(`first-${user.email}`))).failure.code, 'auth/reset-link-invalid')
    assert.equal((await confirm(await linkTo(`second-${user.email}`))).failure.code, 'user/email-taken')
    assert.equal((await read(user.userId)).email, user.email)
  })

  it('is not given any more once a new password was chosen', async () => {
    const user = await signInAs({ entity: top })
    await ask(user, `stolen-${user.email}`)
    await call(requestPasswordReset, { body: { email: user.email } })
    const token = await linkTo(user.email)
    await call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })

    assert.equal((await confirm(await linkTo(`stolen-${user.email}`))).failure.code, 'auth/reset-link-invalid')
  })

  it('of another user is changed by an admin at once, and both are notified', async () => {
    const user = await signInAs({ entity: top })

    assert.equal(await codeOf(admin, user.userId, { email: `new-${user.email}` }), 'success')

    assert.equal((await read(user.userId)).email, `new-${user.email}`)
    for (const address of [user.email, `new-${user.email}`])
      assert.equal((await mailsTo(address)).at(-1)?.subject, 'Your Fieldwatch address has changed')
  })

  it('of a person who was only invited gets the invitation', async () => {
    const wanted = { firstName: 'Ola', lastName: 'Berg', role: 'viewer' as const, entity: top }
    const created = await call(createUser, { as: admin, body: { ...wanted, email: 'olla@typo.example' } })

    await change(admin, created.body.details.newUserUID, { email: 'ola@typo.example' })

    const mails = await mailsTo('ola@typo.example')
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.subject ?? '', / invites you to Test Water on Fieldwatch$/)
    assert.ok(mails[0]?.body.includes('You sign in with this address, ola@typo.example.'))
  })
})

describe('a person who was only invited', () => {
  it('gets a new link when the account is enabled again', async () => {
    const wanted = { firstName: 'Ola', lastName: 'Berg', role: 'viewer' as const, entity: top }
    const created = await call(createUser, { as: admin, body: { ...wanted, email: 'back@invited.example' } })
    const id = created.body.details.newUserUID
    await change(admin, id, { status: 'disabled' })

    await change(admin, id, { status: 'active' })

    const mails = await mailsTo('back@invited.example')
    assert.equal(mails.length, 2)
    const token = /token=([\w-]+)/.exec(mails[1]?.body ?? '')?.[1] ?? ''
    const chosen = await call(confirmPasswordReset, { body: { token, password: 'three blue herons' } })
    assert.equal(chosen.status, 200, chosen.failure.message)
  })
})

describe('a link to confirm an address', () => {
  it('is good for an hour', async () => {
    const user = await signInAs({ entity: top })
    const email = `late-${user.email}`
    await change(user, user.userId, { email, password: TEST_PASSWORD })
    const token = /#token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''

    clock.advance(60 * 60_000)

    assert.equal((await call(confirmEmailChange, { body: { token } })).failure.code, 'auth/reset-link-invalid')
  })
})
