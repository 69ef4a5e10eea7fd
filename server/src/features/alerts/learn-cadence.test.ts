import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { learnCadence } from './learn-cadence.ts'

const MINUTE = 60_000
const every = (gap: number, count: number) => Array.from({ length: count }, (_, index) => index * gap)

describe('the silence that is learned', () => {
  const table: { title: string; arrivals: number[]; silent: number }[] = [
    { title: 'is twice the usual gap', arrivals: every(10 * MINUTE, 30), silent: 20 * MINUTE },
    { title: 'is at least a minute', arrivals: every(1_000, 100), silent: MINUTE },
    { title: 'is an hour where little is known', arrivals: every(MINUTE, 5), silent: 60 * MINUTE },
    { title: 'is an hour where nothing is known', arrivals: [], silent: 60 * MINUTE },
    {
      title: 'counts what arrives together once',
      arrivals: every(60 * MINUTE, 20).flatMap((at) => [at, at, at]),
      silent: 120 * MINUTE,
    },
    {
      title: 'is not stretched by a rare long gap',
      arrivals: [...every(10 * MINUTE, 50), ...every(10 * MINUTE, 50).map((at) => at + 5_000 * MINUTE)],
      silent: 20 * MINUTE,
    },
  ]
  for (const { title, arrivals, silent } of table) it(title, () => assert.equal(learnCadence([arrivals]), silent))

  it('is that of the source that sends most often, whatever a source with few records would say', () => {
    const daily = every(24 * 60 * MINUTE, 10)

    assert.equal(learnCadence([daily, every(MINUTE, 3), []]), 48 * 60 * MINUTE)
    assert.equal(learnCadence([daily, every(60 * MINUTE, 10)]), 120 * MINUTE)
  })

  it('is twice the longest gap where there are few', () => {
    assert.equal(learnCadence([every(24 * 60 * MINUTE, 3)]), 48 * 60 * MINUTE)
  })
})
