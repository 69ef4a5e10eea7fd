import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createPace, DROPPING, READING } from './pace.ts'

const turns = (pace: () => Promise<void>, served: number[]) =>
  Array.from({ length: 20 }, async (_, index) => {
    await pace()
    served.push(index)
  })
const inOrder = Array.from({ length: 20 }, (_, index) => index)

it('Of many who wait for their turn a few are served in each round of the event loop, in the order of asking', async () => {
  const served: number[] = []
  const all = turns(createPace(READING), served)

  await setImmediate()
  await setImmediate()
  const early = served.length
  await Promise.all(all)

  assert.ok(early >= 8 && early <= 16)
  assert.deepEqual(served, inOrder)
})

it('Unread bodies are drained at a limited rate, however often the event loop turns', async () => {
  const served: number[] = []
  const began = performance.now()

  await Promise.all(turns(createPace(DROPPING), served))

  const { pieces, pauseMs = 0 } = DROPPING
  // A timer may come a millisecond early.
  assert.ok(performance.now() - began >= (20 / pieces) * (pauseMs - 1))
  assert.deepEqual(served, inOrder)
})
