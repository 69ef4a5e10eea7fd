import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Counts how often it is done; each time ends when the test says so. */
function build() {
  const ends: (() => void)[] = []
  const throttle = createThrottle(() => new Promise<void>((resolve) => ends.push(resolve)), 500)
  return { throttle, begun: () => ends.length, end: () => ends.at(-1)?.() }
}

describe('what is done calmly', () => {
  it('is done at once, and once more for all who ask in the meantime', async () => {
    const { throttle, begun, end } = build()
    throttle.ask()
    expect(begun()).toBe(1)
    throttle.ask()
    throttle.ask()
    end()
    await vi.advanceTimersByTimeAsync(499)
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)

    expect(begun()).toBe(2)
  })

  it('is never done twice at a time, however long it takes', async () => {
    const { throttle, begun, end } = build()
    throttle.ask()
    throttle.ask()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begun()).toBe(1)
    end()
    await vi.advanceTimersByTimeAsync(0)

    expect(begun()).toBe(2)
  })

  it('is done at once again after a pause without requests', async () => {
    const { throttle, begun, end } = build()
    throttle.ask()
    end()
    await vi.advanceTimersByTimeAsync(500)
    throttle.ask()

    expect(begun()).toBe(2)
  })

  it('continues after it failed', async () => {
    let count = 0
    const throttle = createThrottle(async () => {
      count += 1
      throw new Error('lost')
    }, 500)
    throttle.ask()
    throttle.ask()
    await vi.advanceTimersByTimeAsync(500)

    expect(count).toBe(2)
  })

  it('is not done any more once it is stopped', async () => {
    const { throttle, begun, end } = build()
    throttle.ask()
    throttle.ask()
    throttle.stop()
    end()
    await vi.advanceTimersByTimeAsync(500)
    throttle.ask()

    expect(begun()).toBe(1)
  })
})
