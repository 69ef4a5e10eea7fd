import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { createBodyGate } from './body-gate.ts'

const MEGABYTE = 1024 * 1024
const there = new AbortController().signal
const person = (name: number | string) => `user-${name}` as UserId

/** How many of the promises are settled once all that can run has run. */
async function countSettled(promises: readonly Promise<unknown>[]): Promise<number> {
  let settled = 0
  for (const promise of promises) {
    void promise.then(
      () => (settled += 1),
      () => (settled += 1),
    )
  }
  await new Promise((resolve) => setImmediate(resolve))
  return settled
}

describe('the gate for large bodies', () => {
  it('refuses the fifth of a person, with a sentence, until one is done', async () => {
    const gate = createBodyGate()
    const leave = await gate.enter(person('busy'), MEGABYTE, there)
    for (let count = 0; count < 3; count += 1) await gate.enter(person('busy'), MEGABYTE, there)

    await assert.rejects(gate.enter(person('busy'), MEGABYTE, there), {
      code: 'request/rate-limited',
      message: 'You have 4 uploads under way already. Wait until one of them is done.',
    })
    leave()
    assert.equal(await countSettled([gate.enter(person('busy'), MEGABYTE, there)]), 1)
  })

  it('has a thousand uploads of 5 MB wait, and lets in no more than there is memory for', async () => {
    const gate = createBodyGate()

    const entering = Array.from({ length: 1000 }, (_, count) => gate.enter(person(count), 5 * MEGABYTE, there))
    const outcomes = entering.map((one) =>
      one.then(
        () => 'in',
        (error: { code: string }) => error.code,
      ),
    )

    // 4 are in and 200 wait.
    assert.equal(await countSettled(entering), 800)
    const settled = await Promise.all(outcomes.slice(204))
    assert.deepEqual([...new Set(settled)], ['server/unavailable'])
  })

  it('forgets a sender who goes while waiting', async () => {
    const gate = createBodyGate()
    await gate.enter(person('first'), 64 * MEGABYTE, there)
    const going = new AbortController()
    const waiting = gate.enter(person('second'), MEGABYTE, going.signal)

    going.abort()

    await assert.rejects(waiting, { code: 'request/invalid' })
  })
})
