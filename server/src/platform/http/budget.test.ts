import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBudget } from './budget.ts'

/** Whether a promise is settled once all that can run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol('waiting')
  await new Promise((resolve) => setImmediate(resolve))
  return (await Promise.race([promise, Promise.resolve(waiting)])) !== waiting
}

describe('a budget', () => {
  it('lets those wait who want more than is left, in the order of asking', async () => {
    const budget = createBudget(10)
    const giveBack = await budget.take(8)
    const [large, small] = [budget.take(5), budget.take(1)]
    assert.deepEqual([await isSettled(large), await isSettled(small), budget.waiting()], [false, false, 2])

    giveBack()

    assert.deepEqual([await isSettled(large), await isSettled(small), budget.waiting()], [true, true, 0])
  })

  it('takes an amount back once only', async () => {
    const budget = createBudget(10)
    const giveBack = await budget.take(10)
    giveBack()
    giveBack()
    await budget.take(10)

    assert.equal(await isSettled(budget.take(1)), false)
  })

  it('gives all there is to who wants more than that', async () => {
    assert.equal(await isSettled(createBudget(10).take(11)), true)
  })

  it('forgets who does not want it any more, and serves the next', async () => {
    const budget = createBudget(10)
    await budget.take(8)
    const leaving = new AbortController()
    const large = budget.take(5, leaving.signal)
    const small = budget.take(1)

    leaving.abort(new Error('gone'))

    await assert.rejects(large, { message: 'gone' })
    assert.equal(await isSettled(small), true)
  })
})
