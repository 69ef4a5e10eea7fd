import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refresh, signOut } from '@fieldwatch/contract/auth'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, signInAs } = await createTestApp({ database })

describe('the public doors', () => {
  it('refuse an address that floods them, and say when to come back', async () => {
    const from = '10.0.0.1'
    for (let count = 0; count < 300; count += 1) {
      assert.notEqual((await call(signOut, { from })).status, 429)
    }

    const { status, failure, response } = await call(refresh, { from })

    assert.equal(status, 429)
    assert.equal(failure.code, 'request/rate-limited')
    assert.match(String(response.headers['retry-after']), /^\d+$/)
    assert.equal((await signInAs()).bearer.startsWith('Bearer '), true)
  })
})
