import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findRuns, joinRanges } from './time-ranges.ts'

const DAY = 86_400_000

describe('runs of times', () => {
  it('part where nothing came for longer than a minute', () => {
    assert.deepEqual(findRuns([61_000, 0, 1_000, 121_001]), [
      { first: 0, last: 61_000 },
      { first: 121_001, last: 121_001 },
    ])
  })

  it('keep the records of a slow source together, and one of last year apart', () => {
    const hourly = Array.from({ length: 30 }, (_, hour) => 400 * DAY + hour * 3_600_000)

    assert.deepEqual(findRuns([5, ...hourly]), [
      { first: 5, last: 5 },
      { first: 400 * DAY, last: 400 * DAY + 29 * 3_600_000 },
    ])
  })

  it('hold every time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 })), (times) => {
        const runs = findRuns(times)

        assert.ok(times.every((time) => runs.some(({ first, last }) => first <= time && time <= last)))
      }),
    )
  })
})

describe('joined ranges', () => {
  it('do not touch, and begin at the start date', () => {
    const joined = joinRanges(
      [
        { from: 20, to: Infinity },
        { from: 0, to: 5 },
        { from: 3, to: 12 },
        { from: 12, to: 14 },
        { from: 0, to: 1 },
      ],
      2,
    )

    assert.deepEqual(joined, [
      { from: 2, to: 14 },
      { from: 20, to: Infinity },
    ])
  })
})
