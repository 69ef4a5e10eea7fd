import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inSlices } from './in-slices.ts'

/** The items of each slice. */
async function slices(count: number, overMs: number): Promise<number[]> {
  const sizes = [0]
  const pause = async (): Promise<void> => void sizes.push(0)
  await inSlices(
    Array.from({ length: count }, (_, index) => index),
    { overMs, pause },
    () => sizes.push((sizes.pop() ?? 0) + 1),
  )
  return sizes
}

it('Many items are done a few at a time, a tenth of a second apart', async () => {
  assert.deepEqual(await slices(10, 500), [2, 2, 2, 2, 2])
  assert.deepEqual(await slices(11, 500), [3, 3, 3, 2])
  assert.deepEqual(await slices(3, 2_000), [1, 1, 1])
})

it('All are done at once when there is no time for it, and none where there is none', async () => {
  assert.deepEqual(await slices(1_000, 0), [1_000])
  assert.deepEqual(await slices(0, 2_000), [0])
})
