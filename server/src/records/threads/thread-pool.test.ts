import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENCODE } from '#doors/ingest/body-tasks.ts'
import { createThreadPool } from './thread-pool.ts'

const COUNT = 300

/** A stretch that becomes one chunk. */
function stretch() {
  const packed = {
    at: Float64Array.from({ length: COUNT }, (_, index) => index * 1000),
    numbers: new Map([['level', Float64Array.from({ length: COUNT }, (_, index) => index % 7)]]),
    others: undefined,
  }
  return { packed, later: 0, occupied: [], keepsLast: false }
}

describe('threads for chunks', () => {
  it('answer everybody, however soon they end when nothing is asked of them', async () => {
    const workers = createThreadPool({ size: 2, idleMs: 0 })

    for (let round = 1; round <= 3; round += 1) {
      const asked = Array.from({ length: round }, () => workers.run(ENCODE, stretch()))
      const answers = await Promise.all(asked)
      assert.deepEqual(
        answers.map(({ chunks, rows }) => [chunks.length, rows.at.length]),
        asked.map(() => [1, 0]),
      )
      // A timer of no time runs before the next round asks.
      await new Promise((resolve) => setTimeout(resolve))
    }
    await workers.close()
  })

  it('serve an owner with little work before another who has much', async () => {
    const workers = createThreadPool({ size: 1 })
    const done: string[] = []
    const ask = async (owner: string) => {
      await workers.runInTurn(owner, { task: ENCODE, given: stretch(), memory: [] })
      done.push(owner)
    }

    await Promise.all(['much', 'much', 'much', 'much', 'little'].map(ask))

    assert.deepEqual(done, ['much', 'much', 'little', 'much', 'much'])
    await workers.close()
  })

  it('refuse the turns that wait when the server stops', async () => {
    const workers = createThreadPool({ size: 1 })
    const asked = [1, 2, 3].map(() => workers.runInTurn('owner', { task: ENCODE, given: stretch(), memory: [] }))

    const outcome = Promise.allSettled(asked)
    await workers.close()

    assert.deepEqual(new Set((await outcome).map(({ status }) => status)), new Set(['rejected']))
  })

  it('refuse what waits when the server stops', async () => {
    const workers = createThreadPool({ size: 1 })
    const first = workers.run(ENCODE, stretch())
    const second = workers.run(ENCODE, stretch())

    const outcome = Promise.allSettled([first, second])
    await workers.close()

    assert.deepEqual(
      (await outcome).map(({ status }) => status),
      ['rejected', 'rejected'],
    )
  })
})
