import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { silentLog } from '#testing/test-database.ts'
import { every } from './every.ts'

// Repeated work alone keeps no process alive.
const alive = setInterval(() => undefined, 60_000)
after(() => clearInterval(alive))

/** As long as work that was repeated as often needs for so many runs. */
async function waitForRuns(runs: number): Promise<void> {
  const done = Promise.withResolvers<void>()
  let left = runs
  const other = every(
    1,
    async () => {
      left -= 1
      if (left === 0) done.resolve()
    },
    silentLog,
  )
  await done.promise
  await other.close()
}

describe('repeated work', () => {
  it('runs after each pause, also after a failure, until it is closed', async () => {
    const again = Promise.withResolvers<void>()
    let runs = 0
    const repetition = every(
      1,
      async () => {
        runs += 1
        if (runs === 2) again.resolve()
        throw new Error('not today')
      },
      silentLog,
    )
    const atOnce = runs
    await again.promise
    await repetition.close()
    const whenClosed = runs

    await waitForRuns(5)

    assert.deepEqual([atOnce, runs], [0, whenClosed])
  })

  it('never overlaps, and closing waits for the run under way', async () => {
    const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    const repetition = every(
      1,
      () => {
        runs += 1
        begun.resolve()
        return gate.promise
      },
      silentLog,
    )
    await begun.promise
    await waitForRuns(5)

    const closing = repetition.close().then(() => 'closed')
    const first = await Promise.race([closing, waitForRuns(1).then(() => 'waiting')])
    gate.resolve()

    assert.equal(first, 'waiting')
    assert.equal(await closing, 'closed')
    assert.equal(runs, 1)
  })
})
