import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWorthThread } from './worth-thread.ts'

describe('a body', () => {
  it('is worth a thread of its own when it is long, or has many values', () => {
    assert.equal(isWorthThread(Buffer.alloc(32 * 1024, ' ')), true)
    assert.equal(isWorthThread(Buffer.from(`[${'1,'.repeat(2_500)}1]`)), true)
  })

  it('is decoded at once when it is short', () => {
    assert.equal(isWorthThread(Buffer.from('{"a":1}')), false)
    assert.equal(isWorthThread(Buffer.from(`[${'1,'.repeat(2_499)}1]`)), false)
    assert.equal(isWorthThread(Buffer.from(JSON.stringify({ a: 'x'.repeat(30_000) }))), false)
  })
})
