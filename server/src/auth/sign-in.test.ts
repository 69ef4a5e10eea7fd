import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn } from '@fieldwatch/contract/auth'
import { getMe } from '@fieldwatch/contract/users'
import { buildUser, TEST_PASSWORD } from '#testing/build-people.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db } = await createTestApp({ database })

describe('signing in', () => {
  it('answers with an ID token that says who asks', async () => {
    const user = await buildUser(db)

    const { status, body } = await call(signIn, { body: { email: user.email.toUpperCase(), password: TEST_PASSWORD } })
    const me = await call(getMe, { headers: { authorization: `Bearer ${body.details.idToken}` } })

    assert.equal(status, 200)
    assert.equal(me.body.details.id, user.id)
  })
})
