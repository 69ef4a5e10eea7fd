import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { silentLog } from '#testing/test-database.ts'
import { every } from './every.ts'

/** Lets everything run that waits for promises only. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('repeated work', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('runs after each pause, also after a failure, until it is closed', async () => {
    let runs = 0
    const repetition = every(
      1000,
      async () => {
        runs += 1
        throw new Error('not today')
      },
      silentLog,
    )

    mock.timers.tick(999)
    assert.equal(runs, 0)
    mock.timers.tick(1)
    await settle()
    mock.timers.tick(1000)
    await settle()
    assert.equal(runs, 2)
    await repetition.close()
    mock.timers.tick(5000)
    assert.equal(runs, 2)
  })

  it('never overlaps, and closing waits for the run under way', async () => {
    const gate = Promise.withResolvers<void>()
    let runs = 0
    const repetition = every(
      1000,
      () => {
        runs += 1
        return gate.promise
      },
      silentLog,
    )
    mock.timers.tick(1000)
    mock.timers.tick(1000)

    const closing = repetition.close().then(() => 'closed')
    const first = await Promise.race([closing, settle().then(() => 'waiting')])
    gate.resolve()

    assert.equal(first, 'waiting')
    assert.equal(await closing, 'closed')
    assert.equal(runs, 1)
  })
})
