import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'

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
  /**
   * The keys that an item writes to: of two items with a common key the later one is never committed before or beside the
   * earlier.
   */
  keysOf: (item: Item) => Iterable<string>
  /** The most records of one commit, unless one item alone has more. */
  groupLimit: number
  /** How many records have to wait before a second commit runs beside the first. */
  secondLaneSize: number
  /** The most records that wait. */
  queueLimit: number
  /** How long an item waits for a database that is away. */
  patienceMs: number
  /** Pause before trying a database that is away once more. */
  retryPauseMs: number
}

const DEADLOCK_STATES = new Set(['40P01', '40001'])
const DEADLOCK_ATTEMPTS = 10

/** Commits that run at once: while one waits for the disk the other works. */
const LANES = 2
/** How many waiting items are checked for one that can run beside the current commits. */
const MOST_PASSED = 500

/** A group commit: items that are added while a commit runs share the next one. While the database is away everything waits. */
export function createCommitQueue<Item, Result>(options: Options<Item, Result>) {
  let queue: Waiting<Item, Result>[] = []
  let queued = 0
  let running = 0
  let starting = false
  const busy = new Set<string>()
  let idle = Promise.withResolvers<void>()
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
        startSoon()
      })
    },

    /** Resolves when nothing waits any more. */
    drained: async (): Promise<void> => {
      while (running > 0 || queue.length > 0) await idle.promise
    },
  }

  /** Items of the same turn of the event loop join the first group. */
  function startSoon(): void {
    if (starting || running >= LANES) return
    starting = true
    setImmediate(() => {
      starting = false
      start()
    })
  }

  function start(): void {
    while (running < LANES && (running === 0 || waitingSize() >= options.secondLaneSize)) {
      const group = take()
      if (group.length === 0) break
      void run(group)
    }
  }

  async function run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const keys = new Set(group.flatMap(({ item }) => [...options.keysOf(item)]))
    for (const key of keys) busy.add(key)
    running += 1
    await settle(group)
    running -= 1
    for (const key of keys) busy.delete(key)
    start()
    if (running > 0) return
    idle.resolve()
    idle = Promise.withResolvers()
  }

  function waitingSize(): number {
    let size = 0
    for (const waiting of queue) {
      size += waiting.size
      if (size >= options.secondLaneSize) break
    }
    return size
  }

  function take(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = []
    const passed: Waiting<Item, Result>[] = []
    const closed = new Set<string>()
    let size = 0
    let looked = 0
    for (const waiting of queue) {
      if (passed.length >= MOST_PASSED || (group.length > 0 && size + waiting.size > options.groupLimit)) break
      looked += 1
      const keys = busy.size === 0 ? [] : [...options.keysOf(waiting.item)]
      if (keys.some((key) => busy.has(key) || closed.has(key))) {
        for (const key of keys) closed.add(key)
        passed.push(waiting)
      } else {
        size += waiting.size
        group.push(waiting)
      }
    }
    queue = passed.concat(queue.slice(looked))
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

  /** Rejects items that waited too long, and pauses for the others. */
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

  /** Splits a failed group, so that one bad item does not fail the others. */
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
