import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { APART, type CommitAttempt, createCommitQueue } from './commit-queue.ts'

const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

interface Given {
  commit: (items: readonly number[]) => ReturnType<CommitAttempt<number>['commit']>
  findResults?: (items: readonly number[]) => Promise<number[] | undefined>
  keysOf?: (item: number) => string[]
  groupLimit?: number
  secondLaneSize?: number
  queueLimit?: number
}

/** By default no two commits run at once. */
function build({
  commit,
  findResults,
  keysOf = (item) => [String(item)],
  groupLimit = 100,
  secondLaneSize = Infinity,
  queueLimit = 1000,
}: Given) {
  const clock = createFakeClock()
  const queue = createCommitQueue<number, number>({
    clock,
    attempt: (items) => ({
      commit: () => commit(items),
      ...(findResults !== undefined && { findResults: () => findResults(items) }),
    }),
    keysOf,
    groupLimit,
    secondLaneSize,
    queueLimit,
    patienceMs: 60_000,
    retryPauseMs: 1,
  })
  return { clock, queue }
}

const isUnavailable = (error: unknown): boolean => isDomainError(error) && error.code === 'server/unavailable'

describe('the group commit', () => {
  it('commits together what arrives while a commit runs', async () => {
    const groups: (readonly number[])[] = []
    const { queue } = build({
      commit: async (items) => {
        groups.push(items)
        if (groups.length === 1) void queue.add(3, 1).then(() => queue.add(4, 1))
        return [...items]
      },
    })

    const results = await Promise.all([queue.add(1, 1), queue.add(2, 1)])
    await queue.drained()

    assert.deepEqual(results, [1, 2])
    assert.deepEqual(groups, [[1, 2], [3], [4]])
  })

  it('bounds the size of a group, unless one item alone is larger', async () => {
    const groups: (readonly number[])[] = []
    const { queue } = build({
      groupLimit: 10,
      commit: async (items) => {
        groups.push(items)
        return [...items]
      },
    })

    await Promise.all([queue.add(1, 6), queue.add(2, 4), queue.add(3, 50), queue.add(4, 1)])

    assert.deepEqual(groups, [[1, 2], [3], [4]])
  })

  it('waits for a database that is away', async () => {
    let tries = 0
    const { queue } = build({
      commit: async (items) => {
        tries += 1
        if (tries < 5) throw away()
        return [...items]
      },
    })

    assert.equal(await queue.add(7, 1), 7)
    assert.equal(tries, 5)
  })

  it('gives up after the minute', async () => {
    const { queue, clock } = build({
      commit: async () => {
        clock.advance(20_000)
        throw away()
      },
    })

    await assert.rejects(queue.add(7, 1), isUnavailable)
  })

  it('refuses more when too much waits', async () => {
    const { queue } = build({ queueLimit: 10, commit: async (items) => [...items] })

    const first = queue.add(1, 8)

    await assert.rejects(queue.add(2, 3), isUnavailable)
    assert.equal(await first, 1)
    assert.equal(await queue.add(3, 3), 3)
  })

  it('tries again after a deadlock', async () => {
    let tries = 0
    const { queue } = build({
      commit: async (items) => {
        tries += 1
        if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return [...items]
      },
    })

    assert.equal(await queue.add(1, 1), 1)
  })

  it('commits items apart when told to, and none of them again when the database is away for a later one', async () => {
    const commits: number[] = []
    let isAway = false
    const { queue } = build({
      commit: async ([first = 0, ...others]) => {
        if (others.length > 0) return APART
        isAway = !isAway && first === 2
        if (isAway) throw away()
        commits.push(first)
        return [first]
      },
    })

    assert.deepEqual(await Promise.all([queue.add(1, 1), queue.add(2, 1), queue.add(3, 1)]), [1, 2, 3])
    assert.deepEqual(commits, [1, 2, 3])
  })

  for (const [what, failure] of [
    ['the database goes away', away()],
    ['something unforeseen happens', new Error('unforeseen')],
  ] as const) {
    it(`does not repeat a commit that was done before ${what}`, async () => {
      const commits: number[] = []
      let asked = 0
      const { queue } = build({
        commit: async (items) => {
          commits.push(...items)
          throw failure
        },
        findResults: async (items) => {
          asked += 1
          if (asked === 1 && failure.message !== 'unforeseen') throw away()
          return [...items]
        },
      })

      assert.deepEqual(await Promise.all([queue.add(1, 1), queue.add(2, 1)]), [1, 2])
      assert.deepEqual(commits, [1, 2])
    })
  }

  it('refuses all that waits at once while the disk is full, and continues when there is room', async () => {
    let isFull = true
    let tries = 0
    const { queue } = build({
      commit: async (items) => {
        tries += 1
        if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
        return [...items]
      },
    })

    const settled = await Promise.allSettled([queue.add(1, 1), queue.add(2, 1), queue.add(3, 1)])
    isFull = false

    assert.deepEqual(
      settled.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : '')),
      ['server/no-room', 'server/no-room', 'server/no-room'],
    )
    assert.equal(tries, 1)
    assert.equal(await queue.add(4, 1), 4)
  })

  it('lets a bad item fail alone', async () => {
    const { queue } = build({
      commit: async (items) => {
        if (items.includes(2)) throw new Error('bad')
        return [...items]
      },
    })

    const settled = await Promise.allSettled([queue.add(1, 1), queue.add(2, 1), queue.add(3, 1)])

    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

  /** Commits that end when the test says so. */
  function buildHeld(given: Partial<Given>) {
    const groups: { items: readonly number[]; finish: () => void }[] = []
    const started: (() => void)[] = []
    const { queue } = build({
      ...given,
      commit: (items) =>
        new Promise((resolve) => {
          groups.push({ items, finish: () => resolve([...items]) })
          started.shift()?.()
        }),
    })
    const nextStart = (): Promise<void> => new Promise((resolve) => started.push(resolve))
    return { groups, queue, nextStart }
  }

  it('runs a second commit beside the first when enough waits', async () => {
    const { groups, queue, nextStart } = buildHeld({ secondLaneSize: 2 })
    const first = nextStart()
    const one = queue.add(1, 1)
    await first
    const second = nextStart()
    const others = [queue.add(2, 1), queue.add(3, 1)]
    await second

    assert.deepEqual(
      groups.map(({ items }) => items),
      [[1], [2, 3]],
    )
    for (const { finish } of groups) finish()
    assert.deepEqual(await Promise.all([one, ...others]), [1, 2, 3])
  })

  it('never commits an item beside or before an earlier one that writes to the same place', async () => {
    const { groups, queue, nextStart } = buildHeld({ secondLaneSize: 1, keysOf: (item) => [String(item % 10)] })
    const first = nextStart()
    const one = queue.add(1, 1)
    await first
    const second = nextStart()
    const later = [queue.add(11, 1), queue.add(2, 1), queue.add(21, 1)]
    await second
    assert.deepEqual(
      groups.map(({ items }) => items),
      [[1], [2]],
    )

    const third = nextStart()
    groups[0]?.finish()
    await third
    assert.deepEqual(groups[2]?.items, [11, 21])
    for (const { finish } of groups) finish()
    assert.deepEqual(await Promise.all([one, ...later]), [1, 11, 2, 21])
    await queue.drained()
  })
})
