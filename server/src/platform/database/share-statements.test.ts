import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createFakeClock } from '#testing/fake-clock.ts'
import { shareLookups } from './share-statements.ts'

describe('lookups that share statements', () => {
  it('ask once for what waits, and never answer with what was read before they were asked', async () => {
    const statements: { keys: readonly string[]; answer: (value: number) => void }[] = []
    const find = shareLookups({ clock: createFakeClock() }, (keys: readonly string[]) => {
      const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, number>>()
      statements.push({ keys, answer: (value) => resolve(new Map(keys.map((key) => [key, value]))) })
      return promise
    })

    const first = find('a')
    await setImmediate()
    const later = [find('a'), find('b'), find('a')]
    await setImmediate()
    statements[0]?.answer(1)
    assert.equal(await first, 1)
    await setImmediate()
    statements[1]?.answer(2)

    assert.deepEqual(await Promise.all(later), [2, 2, 2])
    assert.deepEqual(
      statements.map(({ keys }) => keys),
      [['a'], ['a', 'b']],
    )
  })

  it('fail alone for a key that the database refuses, and have no answer for one that is not there', async () => {
    const find = shareLookups({ clock: createFakeClock() }, async (keys: readonly string[]) => {
      if (keys.includes('bad')) throw new Error('invalid byte sequence')
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]))
    })
    const [good, bad, none] = await Promise.allSettled([find('good'), find('bad'), find('none')])
    assert.deepEqual(good, { status: 'fulfilled', value: 4 })
    assert.equal(bad.status, 'rejected')
    assert.deepEqual(none, { status: 'fulfilled', value: undefined })
  })

  it('fail at once while the database is away', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const find = shareLookups<string, number>({ clock: createFakeClock() }, () => Promise.reject(away))
    await assert.rejects(find('a'), { code: 'server/unavailable' })
  })
})
