import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '#platform/random/random.ts'
import { createUnitToken, hashUnitToken, isUnitToken } from './unit-token.ts'

test('A token is fw_ and 32 random bytes, another one each time', () => {
  const token = createUnitToken(systemRandom)
  assert.match(token, /^fw_[A-Za-z0-9_-]{43}$/)
  assert.notEqual(createUnitToken(systemRandom), token)
})

test('A token matches its own hash only', () => {
  const token = createUnitToken(systemRandom)
  const hash = hashUnitToken(token)
  assert.equal(hash.length, 32)
  assert.equal(isUnitToken(token, hash), true)
  assert.equal(isUnitToken(`${token}x`, hash), false)
  assert.equal(isUnitToken('', hash), false)
})
