import { DomainError } from '#platform/errors/domain-error.ts'
import { type GroupBounds, takeGroup, type Waiting } from './commit-group.ts'
import { settleGroup, type SettleOptions } from './settle-group.ts'

interface Options<Item, Result> extends SettleOptions<Item, Result>, Omit<GroupBounds<Item>, 'busy'> {
  /** How many records have to wait before a second commit runs beside the first. */
  secondLaneSize: number
  /** The most records that wait. */
  queueLimit: number
  /** How long an item waits for a database that is away. */
  patienceMs: number
}

/** Commits that run at once: while one waits for the disk the other works. */
const LANES = 2

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

    /** How many records wait, those of a commit that runs included. */
    waiting: (): number => queued,

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
    while (running < LANES && (running === 0 || isWorthSecondLane())) {
      const { group, rest } = takeGroup(queue, { ...options, busy })
      queue = rest
      if (group.length === 0) break
      void run(group)
    }
  }

  async function run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const keys = new Set(group.flatMap(({ item }) => [...options.keysOf(item)]))
    for (const key of keys) busy.add(key)
    running += 1
    await settleGroup(group, options, ({ size }) => (queued -= size))
    running -= 1
    for (const key of keys) busy.delete(key)
    start()
    if (running > 0) return
    idle.resolve()
    idle = Promise.withResolvers()
  }

  function isWorthSecondLane(): boolean {
    let size = 0
    return queue.some((waiting) => (size += waiting.size) >= options.secondLaneSize)
  }
}
