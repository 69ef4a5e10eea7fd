import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from '#database/database-away.ts'
import { DomainError } from '#errors/domain-error.ts'
import type { Clock } from '#time/clock.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly size: number
  readonly deadline: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface Options<Item, Result> {
  clock: Clock
  /** Commits all of them together; one result an item. */
  commit: (items: readonly Item[]) => Promise<Result[]>
  /** The most records of one commit, unless one item alone has more. */
  groupLimit: number
  /** The most records that wait. */
  queueLimit: number
  /** How long an item waits for a database that is away. */
  patienceMs: number
  /** Pause before trying a database that is away once more. */
  retryPauseMs: number
}

const DEADLOCK_STATES = new Set(['40P01', '40001'])
const DEADLOCK_ATTEMPTS = 10

export type CommitQueue<Item, Result> = ReturnType<typeof createCommitQueue<Item, Result>>

/**
 * A group commit: what is added while a commit runs gathers and is committed together by the next one. While the database
 * is away everything waits.
 */
export function createCommitQueue<Item, Result>(options: Options<Item, Result>) {
  let queue: Waiting<Item, Result>[] = []
  let queued = 0
  let running: Promise<void> | undefined
  return {
    /**
     * Resolves once the item is committed.
     * @throws DomainError server/unavailable when too much waits, or the database stays away
     */
    add: (item: Item, size: number): Promise<Result> => {
      if (queued > 0 && queued + size > options.queueLimit) return Promise.reject(new DomainError('server/unavailable'))
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, size, deadline: options.clock() + options.patienceMs, resolve, reject })
        queued += size
        running ??= run()
      })
    },

    /** Resolves when nothing waits any more. */
    drained: async (): Promise<void> => {
      while (running !== undefined) await running
    },
  }

  async function run(): Promise<void> {
    // What arrives in the same turn of the event loop joins the first group.
    await new Promise(setImmediate)
    while (queue.length > 0) await settle(take())
    running = undefined
  }

  function take(): Waiting<Item, Result>[] {
    let size = 0
    let count = 0
    for (const waiting of queue) {
      if (count > 0 && size + waiting.size > options.groupLimit) break
      size += waiting.size
      count += 1
    }
    const group = queue.slice(0, count)
    queue = queue.slice(count)
    return group
  }

  async function settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    let left = group
    for (let attempt = 1; left.length > 0; attempt += 1) {
      try {
        const results = await options.commit(left.map(({ item }) => item))
        for (const [index, waiting] of left.entries()) finish(waiting, () => waiting.resolve(results[index] as Result))
        return
      } catch (error) {
        if (isDatabaseAway(error)) left = await outwait(left, error)
        else if (!isDeadlock(error) || attempt >= DEADLOCK_ATTEMPTS) return fail(left, error)
      }
    }
  }

  /** Gives up on what waited too long, and pauses for the others. */
  async function outwait(
    group: readonly Waiting<Item, Result>[],
    cause: unknown,
  ): Promise<readonly Waiting<Item, Result>[]> {
    const now = options.clock()
    for (const waiting of group) {
      if (waiting.deadline <= now)
        finish(waiting, () => waiting.reject(new DomainError('server/unavailable', { cause })))
    }
    const left = group.filter(({ deadline }) => deadline > now)
    if (left.length > 0) await delay(options.retryPauseMs)
    return left
  }

  /** One bad item must not take the others with it. */
  async function fail(group: readonly Waiting<Item, Result>[], error: unknown): Promise<void> {
    const [only] = group
    if (only !== undefined && group.length === 1) finish(only, () => only.reject(error))
    else for (const waiting of group) await settle([waiting])
  }

  function finish(waiting: Waiting<Item, Result>, tell: () => void): void {
    queued -= waiting.size
    tell()
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && DEADLOCK_STATES.has((error as NodeJS.ErrnoException).code ?? '')
}
