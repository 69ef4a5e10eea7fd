import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { isDiskFull } from '#platform/database/disk-full.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Waiting } from './commit-group.ts'

export interface SettleOptions<Item, Result> {
  clock: Clock
  /** Commits all of them together; one result an item. */
  commit: (items: readonly Item[]) => Promise<Result[]>
  /** Pause before trying a database that is away once more. */
  retryPauseMs: number
}

const DEADLOCK_STATES = new Set(['40P01', '40001'])
const DEADLOCK_ATTEMPTS = 10

/** Commits a group, again while the database is away or after a deadlock, and calls `done` for each item once it is settled. */
export async function settleGroup<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  options: SettleOptions<Item, Result>,
  done: (waiting: Waiting<Item, Result>) => void,
): Promise<void> {
  let left = group
  for (let attempt = 1; left.length > 0; attempt += 1) {
    try {
      const results = await options.commit(left.map(({ item }) => item))
      for (const [index, waiting] of left.entries()) {
        done(waiting)
        waiting.resolve(results[index] as Result)
      }
      return
    } catch (error) {
      if (isDatabaseAway(error)) left = await waitForDatabase(left, error)
      else if (isDiskFull(error)) return refuse(left, error)
      else if (!isDeadlock(error) || attempt >= DEADLOCK_ATTEMPTS) return fail(left, error)
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
    else for (const waiting of waitings) await settleGroup([waiting], options, done)
  }

  function reject(waiting: Waiting<Item, Result>, error: unknown): void {
    done(waiting)
    waiting.reject(error)
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && DEADLOCK_STATES.has((error as NodeJS.ErrnoException).code ?? '')
}
