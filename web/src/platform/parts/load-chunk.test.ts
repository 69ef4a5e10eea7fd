import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadChunk } from './load-chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a part of the app', () => {
  it('is there when it has arrived', async () => {
    await expect(loadChunk('unit', async () => ({ page: 1 }))()).resolves.toEqual({ page: 1 })
  })

  // spec 1-8-24
  it('fails by its name when it cannot be loaded', async () => {
    const failing = loadChunk('unit', async () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })

    await expect(failing()).rejects.toThrow(/^Loading chunk unit failed$/)
  })

  // spec 1-8-25, 1-9-40
  it('fails when it has not arrived after 120 seconds, and not before', async () => {
    const outcome = vi.fn<(error: Error) => void>()
    const never = loadChunk('unit', () => new Promise<never>(() => undefined))
    const loading = never().catch(outcome)

    await vi.advanceTimersByTimeAsync(119_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await loading

    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ message: 'Loading chunk unit failed' }))
  })
})
