import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FAILURES_TO_LOCK, LOCK_MS, lockedUntil } from './sign-in-policy.ts'

const NOW = 1_800_000_000_000

function failures(count: number, apart: number): number[] {
  return Array.from({ length: count }, (_, index) => NOW - index * apart)
}

describe('the lock', () => {
  it('is open without failures and below ten', () => {
    assert.equal(lockedUntil([], NOW), undefined)
    assert.equal(lockedUntil(failures(FAILURES_TO_LOCK - 1, 1000), NOW), undefined)
  })

  it('closes for 15 minutes from the tenth failure on', () => {
    const times = failures(FAILURES_TO_LOCK, 60_000)

    assert.equal(lockedUntil(times, NOW), NOW + LOCK_MS)
    assert.equal(lockedUntil(times, NOW + LOCK_MS - 1), NOW + LOCK_MS)
    assert.equal(lockedUntil(times, NOW + LOCK_MS), undefined)
  })

  it('stays open when the ten took 15 minutes or more', () => {
    assert.equal(lockedUntil(failures(FAILURES_TO_LOCK, LOCK_MS / (FAILURES_TO_LOCK - 1)), NOW), undefined)
  })

  it('does not care about the order, and never closes for more than 15 minutes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: NOW - 2 * LOCK_MS, max: NOW })), (times) => {
        const until = lockedUntil(times, NOW)
        assert.equal(lockedUntil(times.toReversed(), NOW), until)
        assert.ok(until === undefined || (until > NOW && until <= NOW + LOCK_MS))
      }),
    )
  })
})
