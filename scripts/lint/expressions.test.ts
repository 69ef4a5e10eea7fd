import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeExpressions } from './expressions.ts'

/** What a request may hold up all others for. */
const MOST_MS = 50

test('No expression of contract and server takes long for 1 MB that is made for it', async () => {
  const timed = await timeExpressions()
  assert.ok(timed.length > 100, `${timed.length} expressions were found`)
  assert.deepEqual(
    timed.filter(({ milliseconds }) => milliseconds > MOST_MS),
    [],
  )
})
