import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepQueries } from './kept-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The storage of a browser session. */
function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }
}

function load(client: QueryClient, name: string, { kept }: { kept: boolean }): Promise<unknown> {
  return client.fetchQuery({ queryKey: [name], queryFn: () => ({ name }), meta: { kept } })
}

describe('the session store', () => {
  // spec 1-3-52
  it('keeps as JSON what is marked, and gives it to the next load of the page', async () => {
    const storage = createStorage()
    const before = new QueryClient()
    keepQueries(before, storage)
    await load(before, 'device', { kept: true })
    await load(before, 'units', { kept: false })
    await vi.advanceTimersByTimeAsync(1000)

    const after = new QueryClient()
    keepQueries(after, storage).restore()

    expect(JSON.parse(storage.getItem('fieldwatch-session') ?? '')).toMatchObject({
      queries: [{ queryKey: ['device'] }],
    })
    expect(after.getQueryData(['device'])).toEqual({ name: 'device' })
    expect(after.getQueryData(['units'])).toBeUndefined()
  })

  it('is empty after the sign-out, also when something was about to be written', async () => {
    const storage = createStorage()
    const client = new QueryClient()
    const kept = keepQueries(client, storage)
    await load(client, 'device', { kept: true })

    kept.clear()
    await vi.advanceTimersByTimeAsync(1000)

    expect(storage.length).toBe(0)
  })

  it('drops what it cannot read', () => {
    const storage = createStorage()
    storage.setItem('fieldwatch-session', '{"queries":')
    const client = new QueryClient()

    keepQueries(client, storage).restore()

    expect(storage.length).toBe(0)
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})
