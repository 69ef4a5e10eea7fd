import { DomainError } from '#platform/errors/domain-error.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway, isDiskFull } from '#platform/database/database-away.ts'
import type { Clock } from '#platform/time/clock.ts'

interface Options<Item, Result> extends SettleOptions<Item, Result>, Omit<GroupBounds, 'busy'> {
  /**
   * The keys that an item writes to: of two items with a common key the later one is never committed before or beside the
   * earlier.
   */
  keysOf: (item: Item) => readonly string[]
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
        queue.push({
          item,
          size,
          keys: options.keysOf(item),
          deadline: options.clock() + options.patienceMs,
          resolve,
          reject,
        })
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
    for (const { keys } of group) for (const key of keys) busy.add(key)
    running += 1
    await settleGroup(group, options, ({ size }) => (queued -= size))
    running -= 1
    for (const { keys } of group) for (const key of keys) busy.delete(key)
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

/** An item that waits for its commit. */
interface Waiting<Item, Result> {
  readonly item: Item
  readonly size: number
  readonly keys: readonly string[]
  readonly deadline: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

interface GroupBounds {
  /** Keys that running commits write to. */
  readonly busy: ReadonlySet<string>
  /** The most records of one commit, unless one item alone has more. */
  readonly groupLimit: number
}

/** How many waiting items are checked for one that can run beside the current commits. */
const MOST_PASSED = 500

/** Takes the next group out of a queue: the first items that may be committed now, in their order. */
function takeGroup<Item, Result>(
  queue: readonly Waiting<Item, Result>[],
  { busy, groupLimit }: GroupBounds,
): { group: Waiting<Item, Result>[]; rest: Waiting<Item, Result>[] } {
  const group: Waiting<Item, Result>[] = []
  const passed: Waiting<Item, Result>[] = []
  const closed = new Set<string>()
  let size = 0
  let looked = 0
  for (const waiting of queue) {
    if (passed.length >= MOST_PASSED || (group.length > 0 && size + waiting.size > groupLimit)) break
    looked += 1
    if (busy.size > 0 && waiting.keys.some((key) => busy.has(key) || closed.has(key))) {
      for (const key of waiting.keys) closed.add(key)
      passed.push(waiting)
    } else {
      size += waiting.size
      group.push(waiting)
    }
  }
  return { group, rest: passed.concat(queue.slice(looked)) }
}

/** Says that nothing was committed, because each item needs a commit of its own. */
export const APART = Symbol('apart')

/** One attempt to commit items together. */
export interface CommitAttempt<Result> {
  /** One result an item. */
  readonly commit: () => Promise<readonly Result[] | typeof APART>
  /**
   * After a failure: the results, if the items were committed nevertheless. Otherwise the attempt can no longer succeed, so that another one
   * repeats nothing. Left out where committing twice changes nothing.
   */
  readonly findResults?: () => Promise<readonly Result[] | undefined>
}

interface SettleOptions<Item, Result> {
  clock: Clock
  attempt: (items: readonly Item[]) => CommitAttempt<Result>
  /** Pause before trying a database that is away once more. */
  retryPauseMs: number
}

const DEADLOCK_STATES = new Set(['40P01', '40001'])
const DEADLOCK_ATTEMPTS = 10

/** Commits a group, again while the database is away or after a deadlock, and calls `done` for each item once it is settled. */
async function settleGroup<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  options: SettleOptions<Item, Result>,
  done: (waiting: Waiting<Item, Result>) => void,
): Promise<void> {
  let left = group
  let failed: { readonly attempt: CommitAttempt<Result>; readonly waitings: typeof group } | undefined
  for (let tries = 1; left.length > 0; tries += 1) {
    try {
      const found = await failed?.attempt.findResults?.()
      if (failed !== undefined && found !== undefined) return resolve(failed.waitings, found)
      failed = { attempt: options.attempt(left.map(({ item }) => item)), waitings: left }
      const results = await commitOrFind(failed.attempt)
      return await (results === APART ? settleApart(left) : resolve(left, results))
    } catch (error) {
      if (isDatabaseAway(error)) left = await waitForDatabase(left, error)
      else if (isDiskFull(error)) return refuse(left, error)
      else if (!isDeadlock(error) || tries >= DEADLOCK_ATTEMPTS) return fail(left, error)
    }
  }

  /** While the database is away, the next try asks what became of this one. */
  async function commitOrFind({ commit, findResults }: CommitAttempt<Result>) {
    try {
      return await commit()
    } catch (error) {
      const found = isDatabaseAway(error) ? undefined : await findResults?.()
      if (found === undefined) throw error
      return found
    }
  }

  /** Those that were rejected in the meantime stay rejected. */
  function resolve(waitings: readonly Waiting<Item, Result>[], results: readonly Result[]): void {
    const open = new Set(left)
    for (const [index, waiting] of waitings.entries()) {
      if (!open.has(waiting)) continue
      done(waiting)
      waiting.resolve(results[index] as Result)
    }
  }

  /** Rejects items that waited too long, and pauses for the others. */
  async function waitForDatabase(
    waitings: readonly Waiting<Item, Result>[],
    cause: unknown,
  ): Promise<readonly Waiting<Item, Result>[]> {
    const now = options.clock()
    for (const waiting of waitings) {
      if (waiting.deadline <= now) reject(waiting, new DomainError('server/unavailable', { cause }))
    }
    const inTime = waitings.filter(({ deadline }) => deadline > now)
    if (inTime.length > 0) await delay(options.retryPauseMs)
    return inTime
  }

  /** There is no room for any of them, and no one makes it within a moment: units keep their records. */
  function refuse(waitings: readonly Waiting<Item, Result>[], cause: unknown): void {
    for (const waiting of waitings) reject(waiting, new DomainError('server/no-room', { cause }))
  }

  /** Splits a failed group, so that one bad item does not fail the others. */
  async function fail(waitings: readonly Waiting<Item, Result>[], error: unknown): Promise<void> {
    const [only] = waitings
    if (only !== undefined && waitings.length === 1) reject(only, error)
    else await settleApart(waitings)
  }

  async function settleApart(waitings: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const waiting of waitings) await settleGroup([waiting], options, done)
  }

  function reject(waiting: Waiting<Item, Result>, error: unknown): void {
    done(waiting)
    waiting.reject(error)
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && DEADLOCK_STATES.has((error as NodeJS.ErrnoException).code ?? '')
}
