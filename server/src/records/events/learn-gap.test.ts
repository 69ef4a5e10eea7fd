import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gapMinutesOf } from './learn-gap.ts'

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
