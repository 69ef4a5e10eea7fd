import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatTime } from './format-time.ts'

const LAST = 8.64e15

describe('a formatted time', () => {
  it('is the one of the language, in whatever order days come', () => {
    const anyTime = fc.oneof(
      fc.integer({ min: -LAST, max: LAST }),
      fc.integer({ min: 1_767_225_600_000, max: 1_767_484_800_000 }),
    )
    fc.assert(fc.property(anyTime, (at) => assert.equal(formatTime(at), new Date(at).toISOString())))
  })

  it('is right on both sides of midnight and of 1970', () => {
    for (const at of [0, -1, 86_399_999, 86_400_000, LAST, -LAST]) {
      assert.equal(formatTime(at), new Date(at).toISOString())
    }
  })
})
