import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refresh, signOut } from '@fieldwatch/contract/people/auth'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, signInAs } = await createTestApp({ database })

describe('the public doors', () => {
  it('refuse an address that floods them, and say when to come back', async () => {
    // One household or office has all addresses of these 64 bits.
    for (let count = 0; count < 300; count += 1) {
      assert.notEqual((await call(signOut, { from: `2001:db8:1:2::${count.toString(16)}` })).status, 429)
    }

    const { status, failure, response } = await call(refresh, { from: '2001:db8:1:2:ffff::1' })
    const elsewhere = await call(refresh, { from: '2001:db8:1:3::1' })

    assert.equal(status, 429)
    assert.equal(failure.code, 'request/rate-limited')
    assert.notEqual(elsewhere.status, 429)
    assert.match(String(response.headers['retry-after']), /^\d+$/)
    assert.equal((await signInAs()).bearer.startsWith('Bearer '), true)
  })
})
