import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { createPartReader } from './part-reader.ts'

describe('an import that a thread has no memory for', () => {
  it('is refused as too large, and the next one is read', async () => {
    const reader = createPartReader<'endless' | 'short', string>({
      read: () => {
        throw new Error('long bodies are read in a thread')
      },
      worker: new URL('testing/hungry-worker.ts', import.meta.url),
    })
    const body = () => Buffer.alloc(20_000)

    await assert.rejects(
      async () => Array.fromAsync(reader.read('endless', body())),
      (error) => isDomainError(error) && error.code === 'request/too-large',
    )
    assert.deepEqual(await Array.fromAsync(reader.read('short', body())), ['all'])
  })
})
