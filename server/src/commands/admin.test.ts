import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkPasswordReset, refresh, requestPasswordReset, signIn } from '@fieldwatch/contract/people/auth'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { getMe } from '@fieldwatch/contract/people/users'
import { setUpApp } from '#testing/authenticator-app.ts'
import { answerAdminHere } from '#testing/answer-admin-here.ts'
import { buildEntity, buildUser, TEST_PASSWORD } from '#testing/build-users.ts'
import { runCommand } from '#testing/run-command.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const app = await createTestApp({ database })
const { call, db, signInAs, signInWith } = app

const admin = (...args: string[]) => answerAdminHere(database, args)

/** In a process of its own. */
function runAdminCommand(...args: string[]) {
  return runCommand(new URL('admin.ts', import.meta.url), args, { DATABASE_URL: database.connectionString })
}

describe('npm run admin', () => {
  it('ends all tokens for programs, mailed links and sessions', async () => {
    const user = await signInAs()
    const draft = { name: 'Script', scopes: ['read' as const], days: 30 }
    const { secret } = (await call(createProgramToken, { as: user, body: draft })).body.details
    await call(requestPasswordReset, { body: { email: user.email } })

    const { code, output } = await admin('revoke-all')

    assert.equal(code, 0)
    assert.equal(
      output,
      'All sessions ended. Tokens for programs revoked: 1. Mailed links ended: 1. Shared links ended: 0. Screens of wallboards removed: 0.\n',
    )
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    const headers = { authorization: `Bearer ${secret}` }
    assert.equal((await call(getMe, { headers })).failure.code, 'auth/program-token-invalid')
    const mail = await db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', user.email)
      .executeTakeFirstOrThrow()
    const token = /#token=([\w-]+)/.exec(mail.body)?.[1] ?? ''
    assert.equal((await call(checkPasswordReset, { body: { token } })).failure.code, 'auth/reset-link-invalid')
  })

  it('explains itself when it is not understood', async () => {
    const { code, output, errors } = await runAdminCommand('create', '--email', 'nora@northwind.example')

    assert.equal(code, 2)
    assert.equal(output, '')
    assert.match(errors, /--entity is missing\.\n\nUsage:/)
  })

  it('makes the first admin with entity and password, who can sign in', async () => {
    const args = ['create', '--email', 'Nora@Northwind.Example', '--entity', 'Northwind Water']
    const { code, output } = await runAdminCommand(...args)

    const password = /^Password: (\S{20})$/m.exec(output)?.[1] ?? ''
    const { body } = await call(getMe, { as: await signInWith('nora@northwind.example', password) })
    assert.equal(code, 0)
    assert.equal(body.details.role, 'admin')
    assert.equal(body.details.entityData[body.details.entity]?.name, 'Northwind Water')
  })

  it('makes a sub-entity and people in it, and does not print a password that it was given', async () => {
    const viewer = ['--role', 'viewer', '--first-name', 'Ola', '--password', 'three blue herons']
    await admin('create', '--email', 'top@north.example', '--entity', 'North')
    const { output } = await admin(
      'create',
      '--email',
      'ola@north.example',
      '--entity',
      'South',
      '--parent',
      'North',
      ...viewer,
    )
    const again = await admin('create', '--email', 'per@north.example', '--entity', 'South', '--parent', 'North')

    const ola = await call(getMe, { as: await signInWith('ola@north.example', 'three blue herons') })
    const named = await db.selectFrom('entity').select(['name', 'parentId']).where('name', '=', 'South').execute()
    assert.equal(output.includes('heron'), false)
    assert.deepEqual([ola.body.details.role, ola.body.details.firstName], ['viewer', 'Ola'])
    assert.equal(again.code, 0)
    assert.equal(named.length, 1)
    assert.notEqual(named[0]?.parentId, null)
  })

  it('reports an address in use, a missing parent and a weak password', async () => {
    await admin('create', '--email', 'taken@west.example', '--entity', 'West')

    const taken = await admin('create', '--email', 'TAKEN@west.example', '--entity', 'Nowhere')
    const orphan = await admin('create', '--email', 'b@west.example', '--entity', 'X', '--parent', 'Nowhere')
    const weak = await admin('create', '--email', 'c@west.example', '--entity', 'West', '--password', 'password123')

    assert.deepEqual([taken.code, taken.errors], [1, 'This email address is already in use.\n'])
    assert.equal(orphan.code, 2)
    assert.match(orphan.errors, /^There is no entity "Nowhere"\./)
    assert.match(weak.errors, /^Use at least 10 characters, and not one of the most common passwords\./)
    assert.equal((await db.selectFrom('entity').where('name', '=', 'Nowhere').execute()).length, 0)
  })

  it('disables a user, whose sessions a running server refuses from then on', async () => {
    const user = await signInAs()

    const { code } = await admin('disable', '--email', user.email)

    assert.equal(code, 0)
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    const missing = await admin('disable', '--email', 'unknown@example.test')
    assert.deepEqual([missing.code, missing.errors], [1, 'User not found.\n'])
  })

  it('does not disable the last active admin of an entity', async () => {
    const last = await signInAs({ role: 'admin' })

    const { code, errors } = await admin('disable', '--email', last.email)

    assert.deepEqual([code, errors], [1, `${inEnglish(sentenceOfCode('user/last-admin'))}\n`])
    assert.equal((await call(getMe, { as: last })).status, 200)
  })

  it('sets a password and ends all sessions of the user', async () => {
    const user = await signInAs()

    const { output } = await admin('set-password', '--email', user.email)

    const password = /^Password: (\S+)$/m.exec(output)?.[1] ?? ''
    const again = await call(signIn, { body: { email: user.email, password } })
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal(again.status, 200)
    const cookies = { fieldwatch_refresh: again.response.cookies[0]?.value ?? '' }
    assert.equal((await call(refresh, { cookies })).status, 200)
  })

  it('removes the second factor of a user who lost it, and keeps the password', async () => {
    const user = await signInAs()
    await setUpApp(app, user)

    const reset = await admin('reset-second-factor', '--email', user.email)
    const again = await admin('reset-second-factor', '--email', user.email)

    assert.equal(reset.code, 0)
    assert.equal((await call(getMe, { as: user })).failure.code, 'auth/session-ended')
    assert.equal((await signInWith(user.email)).userId, user.userId)
    assert.deepEqual([again.code, again.errors], [1, 'There is no second factor.\n'])
  })

  it('stops an entity from requiring a second factor, which is in the audit log, and reports one above', async () => {
    const top = await buildEntity(db, { name: 'Strict', secondFactorRequired: true })
    const below = await buildEntity(db, { name: 'Strict South', parentId: top, secondFactorRequired: true })
    const { email } = await buildUser(db, { entityId: below })

    const lower = await admin('stop-requiring-second-factor', '--entity', 'Strict South', '--parent', 'Strict')
    const held = await call(signIn, { body: { email, password: TEST_PASSWORD } })
    const upper = await admin('stop-requiring-second-factor', '--entity', 'Strict')
    const again = await admin('stop-requiring-second-factor', '--entity', 'Strict')
    const unknown = await admin('stop-requiring-second-factor', '--entity', 'Nowhere')

    assert.match(lower.output, /^A second factor is still required by Strict/)
    assert.equal(held.failure.code, 'auth/second-factor-to-set-up')
    assert.equal(upper.output, 'Strict no longer requires a second factor.\n')
    assert.equal((await signInWith(email)).entity, below)
    assert.equal(again.output, 'Strict did not require a second factor.\n')
    assert.equal(unknown.code, 2)
    const log = await db.selectFrom('auditLog').select(['action', 'after']).where('subjectId', '=', top).execute()
    assert.deepEqual(log, [{ action: 'change entity', after: { secondFactorRequired: false } }])
  })

  it('writes to the audit log what it did', async () => {
    const { email } = await signInAs()
    await admin('disable', '--email', email)

    const log = await db.selectFrom('auditLog').select(['action', 'userId']).orderBy('id', 'desc').limit(1).execute()

    assert.deepEqual(log, [{ action: 'disable user', userId: null }])
  })
})
