import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGiveWay } from './give-way.ts'

const STEP_MS = 300

/** Steps of a follower that catches up while so much arrives a second, of which steps leave a part. */
async function simulate({ steps, aSecond, left }: { steps: number; aSecond: number; left: number }) {
  let now = 0
  let arrived = 0
  const pass = (milliseconds: number, part: number): void => {
    now += milliseconds
    const count = Math.floor((aSecond * part * milliseconds) / 1000)
    arrived += count
    giveWay.noteArrived(count)
  }
  const giveWay = createGiveWay({
    now: () => now,
    pause: (milliseconds) => {
      pass(milliseconds, 1)
      return Promise.resolve()
    },
  })
  for (let step = 0; step < steps; step += 1) {
    const rest = giveWay.begin()
    pass(STEP_MS, left)
    await rest()
  }
  return { kept: arrived / ((aSecond * now) / 1000), worked: (steps * STEP_MS) / now }
}

describe('a follower that catches up', () => {
  it('leaves nine tenths of its rate to what arrives, however much a step takes from it', async () => {
    for (const left of [0.3, 0.5, 0.7, 0.85]) {
      const { kept } = await simulate({ steps: 100, aSecond: 10_000, left })
      assert.ok(kept >= 0.9, `${kept} is kept where steps leave ${left}`)
    }
  })

  it('goes on nevertheless, for a tenth of the time at least', async () => {
    const { worked } = await simulate({ steps: 100, aSecond: 10_000, left: 0 })
    assert.ok(worked >= 0.09, `it worked for ${worked} of the time`)
  })

  it('hardly rests where there is room for both', async () => {
    const { worked } = await simulate({ steps: 100, aSecond: 2_000, left: 1 })
    assert.ok(worked >= 0.8, `it worked for ${worked} of the time`)
  })

  it('does not rest at all where little arrives', async () => {
    const { worked } = await simulate({ steps: 100, aSecond: 300, left: 1 })
    assert.equal(worked, 1)
  })
})
