import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createPace } from './pace.ts'

it('Of many who wait for their turn a few are served in each round of the event loop, in the order of asking', async () => {
  const pace = createPace()
  const served: number[] = []
  const all = Array.from({ length: 20 }, async (_, index) => {
    await pace()
    served.push(index)
  })

  await setImmediate()
  await setImmediate()
  const early = served.length
  await Promise.all(all)

  assert.ok(early >= 8 && early <= 16)
  assert.deepEqual(
    served,
    Array.from({ length: 20 }, (_, index) => index),
  )
})
