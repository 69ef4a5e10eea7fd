import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ACCOUNTS_TO_SLOW, FAILURES_TO_LOCK, LOCK_MS, lockedUntil, slowedBy } from './sign-in-policy.ts'

const NOW = 1_800_000_000_000

function failures(count: number, apart: number): number[] {
  return Array.from({ length: count }, (_, index) => NOW - index * apart)
}

describe('the lock', () => {
  it('is open without failures and below ten', () => {
    assert.equal(lockedUntil([], NOW, FAILURES_TO_LOCK), undefined)
    assert.equal(lockedUntil(failures(FAILURES_TO_LOCK - 1, 1000), NOW, FAILURES_TO_LOCK), undefined)
  })

  it('closes for 15 minutes from the tenth failure on', () => {
    const times = failures(FAILURES_TO_LOCK, 60_000)

    assert.equal(lockedUntil(times, NOW, FAILURES_TO_LOCK), NOW + LOCK_MS)
    assert.equal(lockedUntil(times, NOW + LOCK_MS - 1, FAILURES_TO_LOCK), NOW + LOCK_MS)
    assert.equal(lockedUntil(times, NOW + LOCK_MS, FAILURES_TO_LOCK), undefined)
  })

  it('stays open when the ten took 15 minutes or more', () => {
    assert.equal(
      lockedUntil(failures(FAILURES_TO_LOCK, LOCK_MS / (FAILURES_TO_LOCK - 1)), NOW, FAILURES_TO_LOCK),
      undefined,
    )
  })

  it('does not care about the order, and never closes for more than 15 minutes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: NOW - 2 * LOCK_MS, max: NOW })), (times) => {
        const until = lockedUntil(times, NOW, FAILURES_TO_LOCK)
        assert.equal(lockedUntil(times.toReversed(), NOW, FAILURES_TO_LOCK), until)
        assert.ok(until === undefined || (until > NOW && until <= NOW + LOCK_MS))
      }),
    )
  })
})

describe('slowing down', () => {
  it('begins beyond ten accounts, grows with them, and ends at two seconds', () => {
    assert.deepEqual([0, ACCOUNTS_TO_SLOW, ACCOUNTS_TO_SLOW + 1, 30, 1000].map(slowedBy), [0, 0, 550, 1500, 2000])
  })
})
