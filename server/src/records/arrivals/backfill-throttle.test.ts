import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBackfillThrottle } from './backfill-throttle.ts'

const STEP_MS = 300

interface Load {
  readonly steps: number
  readonly aSecond: number
  /** The part of the rate that steps leave. */
  readonly left: number
  /** The part of the rate that what steps set off leaves while they rest; left out: all of it. */
  readonly atRest?: number
}

/** A follower that catches up on its own clock while something arrives. */
function createSimulation() {
  let now = 0
  let arrived = 0
  let load: Load = { steps: 0, aSecond: 0, left: 1 }
  const pass = (milliseconds: number, part: number): void => {
    now += milliseconds
    const count = Math.floor((load.aSecond * part * milliseconds) / 1000)
    arrived += count
    backfillThrottle.noteArrived(count)
  }
  const backfillThrottle = createBackfillThrottle({
    now: () => now,
    pause: (milliseconds) => {
      pass(milliseconds, load.atRest ?? 1)
      return Promise.resolve()
    },
  })
  return {
    wait: (milliseconds: number): void => pass(milliseconds, 1),
    run: async (given: Load) => {
      load = given
      const [before, started] = [arrived, now]
      for (let step = 0; step < load.steps; step += 1) {
        const rest = backfillThrottle.begin()
        pass(STEP_MS, load.left)
        await rest()
      }
      const took = now - started
      const kept = load.aSecond === 0 ? 1 : (arrived - before) / ((load.aSecond * took) / 1000)
      return { kept, worked: (load.steps * STEP_MS) / took }
    },
  }
}

const simulate = (load: Load) => createSimulation().run(load)

describe('a follower that catches up', () => {
  it('leaves nine tenths of its rate to what arrives, however much a step takes from it', async () => {
    for (const left of [0.3, 0.5, 0.7, 0.85]) {
      const { kept } = await simulate({ steps: 100, aSecond: 10_000, left })
      assert.ok(kept >= 0.9, `${kept} is kept where steps leave ${left}`)
    }
  })

  it('leaves as much in its first seconds, when it does not know yet what a step takes', async () => {
    for (const left of [0.3, 0.5, 0.7]) {
      const { kept } = await simulate({ steps: 8, aSecond: 10_000, left })
      assert.ok(kept >= 0.9, `${kept} is kept where steps leave ${left}`)
    }
  })

  it('leaves as much where work that steps started continues while it rests', async () => {
    for (const left of [0.3, 0.5, 0.7]) {
      const { kept } = await simulate({ steps: 100, aSecond: 10_000, left, atRest: 0.97 })
      assert.ok(kept >= 0.9, `${kept} is kept where steps leave ${left}`)
    }
  })

  it('does not rest any more once nothing arrives', async () => {
    const simulation = createSimulation()
    await simulation.run({ steps: 50, aSecond: 10_000, left: 0.5 })
    const { worked } = await simulation.run({ steps: 30, aSecond: 0, left: 1 })
    assert.ok(worked >= 0.7, `it worked for ${worked} of the time`)
  })

  it('continues nevertheless, for a tenth of the time at least', async () => {
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

  it('finds its measure again when more arrives, at once after a break', async () => {
    const simulation = createSimulation()
    await simulation.run({ steps: 50, aSecond: 2_000, left: 1 })
    const { kept } = await simulation.run({ steps: 40, aSecond: 10_000, left: 0.5 })
    assert.ok(kept >= 0.88, `${kept} is kept`)

    simulation.wait(10_000)
    const again = await simulation.run({ steps: 40, aSecond: 5_000, left: 0.5 })
    assert.ok(again.kept >= 0.88, `${again.kept} is kept`)
  })
})
