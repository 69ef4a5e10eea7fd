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
