import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { gapsBetween, timeInGaps } from './find-gaps.ts'

const asked = (parts: object = {}) => ({ from: 100, to: 200, gapMs: 10, now: 1_000, ...parts })

describe('time without data', () => {
  it('lies between two records that are further apart than the gap', () => {
    assert.deepEqual(gapsBetween([95, 105, 115, 150, 160, 170, 180, 190, 199, 209], asked()), [{ from: 115, to: 150 }])
  })

  it('reaches to the ends of the range where no record is near them', () => {
    assert.deepEqual(gapsBetween([150], asked()), [
      { from: 100, to: 150 },
      { from: 150, to: 200 },
    ])
    assert.deepEqual(gapsBetween([], asked()), [{ from: 100, to: 200 }])
  })

  it('does not begin as long as the next record may come in time', () => {
    const steady = Array.from({ length: 12 }, (_, index) => 90 + index * 10)
    assert.deepEqual(gapsBetween(steady, asked({ now: 205 })), [])
    assert.deepEqual(gapsBetween(steady, asked({ now: 300, to: 300 })), [{ from: 200, to: 300 }])
  })

  it('is all that is further than a gap from the record before or after', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 40 })
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 40 }), (unsorted, gapMs) => {
        const times = unsorted.toSorted((one, other) => one - other)
        const range = asked({ gapMs })
        const near = times.filter((at) => at >= range.from - gapMs && at < range.to + gapMs)
        const bounds = [range.from, 130, 131, 170, range.to]
        const expected = [0, 0, 0, 0]
        for (let at = range.from; at < range.to; at += 1) {
          const before = times.findLast((time) => time <= at) ?? -Infinity
          const after = times.find((time) => time > at) ?? Infinity
          const place = bounds.findLastIndex((bound) => bound <= at)
          if (after - before > gapMs) expected[place] = (expected[place] ?? 0) + 1
        }
        assert.deepEqual(timeInGaps(gapsBetween(near, range), bounds), expected)
      }),
    )
  })
})
