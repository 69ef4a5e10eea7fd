import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortInBatches } from './sort-in-batches.ts'

test('Items come in order, equal ones as they came', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 5_000, size: 'max' }), async (numbers) => {
      const items = numbers.map((number, place) => ({ number, place }))
      const compare = (left: { number: number }, right: { number: number }) => left.number - right.number
      assert.deepEqual(await sortInBatches(items, compare), items.toSorted(compare))
    }),
    { numRuns: 20 },
  )
})

test('Others have their turn while thousands are sorted', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  await sortInBatches(
    Array.from({ length: 20_000 }, (_, place) => (place * 7919) % 20_000),
    (left, right) => left - right,
  )
  clearInterval(counting)
  assert.ok(turns > 0)
})
