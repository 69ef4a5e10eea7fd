import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { addNews, AppQueryClient } from './query-client.ts'

/** A query on a screen, each read of which ends when the test says. */
function openQuery() {
  const client = new AppQueryClient({ defaultOptions: { queries: { retry: false } } })
  const reads: PromiseWithResolvers<number[]>[] = []
  const queryFn = (): Promise<number[]> => {
    const read = Promise.withResolvers<number[]>()
    reads.push(read)
    return read.promise
  }
  const observer = new QueryObserver<number[]>(client, { queryKey: ['numbers'], queryFn })
  const leave = observer.subscribe(() => undefined)
  const end = (index: number, numbers: number[]): void => reads[index]?.resolve(numbers)
  return { client, reads, end, leave, data: () => client.getQueryData(['numbers']) }
}

const settled = (client: AppQueryClient) => vi.waitFor(() => expect(client.isFetching()).toBe(0))

describe('a change during the first read', () => {
  it('is read once that has ended, once for several changes', async () => {
    const { client, reads, end, data } = openQuery()
    void client.invalidateQueries({ queryKey: ['numbers'] })
    void client.invalidateQueries()
    expect(reads).toHaveLength(1)
    end(0, [1])
    await vi.waitFor(() => expect(reads).toHaveLength(2))
    expect(data()).toEqual([1])
    end(1, [1, 2])
    await settled(client)
    expect([data(), reads.length]).toEqual([[1, 2], 2])
  })

  it('is not read where the first read fails', async () => {
    const { client, reads } = openQuery()
    void client.invalidateQueries()
    reads[0]?.reject(new Error('no answer'))
    await settled(client)
    expect(reads).toHaveLength(1)
  })

  it('is not read for a screen that was left', async () => {
    const { client, reads, end, leave } = openQuery()
    void client.invalidateQueries()
    leave()
    end(0, [1])
    await settled(client)
    expect(reads).toHaveLength(1)
  })
})

describe('what comes live', () => {
  it('is added to what was read', async () => {
    const { client, reads, end, data } = openQuery()
    end(0, [1])
    await settled(client)
    addNews<number[]>(client, ['numbers'], (before) => [...before, 2])
    expect([data(), reads.length]).toEqual([[1, 2], 1])
  })

  it('is not lost by the first read', async () => {
    const { client, reads, end, data } = openQuery()
    addNews<number[]>(client, ['numbers'], (before) => [...before, 2])
    end(0, [1])
    await vi.waitFor(() => expect(reads).toHaveLength(2))
    end(1, [1, 2])
    await settled(client)
    expect(data()).toEqual([1, 2])
  })

  it('is not lost by a later read that began before it', async () => {
    const { client, reads, end, data } = openQuery()
    end(0, [1])
    await settled(client)
    void client.invalidateQueries()
    addNews<number[]>(client, ['numbers'], (before) => [...before, 2])
    expect(data()).toEqual([1, 2])
    end(1, [1])
    end(2, [1, 2])
    await settled(client)
    expect([data(), reads.length]).toEqual([[1, 2], 3])
  })
})
