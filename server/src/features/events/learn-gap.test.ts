import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SortedRecord } from '#records/store/record-reader.ts'
import { gapMinutesOf, learnGapMinutes } from './learn-gap.ts'

const MINUTE = 60_000

/** Times of records with such minutes between them, the newest first. */
function timesOf(gaps: readonly number[]): number[] {
  let at = 0
  return [0, ...gaps.map((minutes) => (at -= minutes * MINUTE))]
}

it('The gap that ends an event is twice the one that is seldom exceeded, and at least a minute', () => {
  assert.equal(gapMinutesOf(timesOf(Array.from({ length: 50 }, () => 60))), 120)
  assert.equal(gapMinutesOf(timesOf(Array.from({ length: 50 }, () => 1 / 60))), 1)
  assert.equal(gapMinutesOf(timesOf([...Array.from({ length: 99 }, () => 5), 10_000])), 10)
})

it('The gap that ends an event is not known from few records', () => {
  assert.equal(gapMinutesOf([]), undefined)
  assert.equal(gapMinutesOf(timesOf([1, 1, 1, 1])), undefined)
  assert.equal(gapMinutesOf(timesOf([1, 1, 1, 1, 1])), 2)
})

it('The gap that ends an event fits the beginning of a history in which the unit sent less often', async () => {
  const times = timesOf([...Array.from({ length: 900 }, () => 0.5), ...Array.from({ length: 900 }, () => 3)])
  const reader = {
    readPage: (_key: number, { order, limit }: { order: { direction: 'asc' | 'desc' }; limit: number }) => {
      const ordered = order.direction === 'desc' ? times : times.toReversed()
      return Promise.resolve(
        ordered.slice(0, limit).map((at): SortedRecord => ({ at, receivedAt: at, fields: '{}', value: String(at) })),
      )
    },
  }

  assert.equal(await learnGapMinutes(reader, 1, 'level'), 6)
})
