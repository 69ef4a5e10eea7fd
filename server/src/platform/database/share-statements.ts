import type { Clock } from '#platform/time/clock.ts'
import { createCommitQueue } from './commit-queue.ts'

interface Options {
  readonly clock: Clock
  /** How long a question waits for a database that is away; by default it fails at once. */
  readonly patienceMs?: number
}

const GROUP = 500
/** How many questions have to wait before a second statement runs beside the first. */
const SECOND_LANE = 100
const QUEUED = 20_000
const RETRY_PAUSE_MS = 200

/**
 * Asks the database for many requests at once: what is asked while a statement runs shares the next one, so that no answer is older than its
 * question. The function gets one answer for each item.
 * @throws DomainError server/unavailable when the database is away, or too many wait
 */
export function shareStatements<Item, Answer>(
  { clock, patienceMs = 0 }: Options,
  ask: (items: readonly Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer> {
  const queue = createCommitQueue<Item, Answer>({
    clock,
    attempt: (items) => ({ commit: () => ask(items) }),
    // None of them is in the way of another.
    keysOf: () => [],
    groupLimit: GROUP,
    secondLaneSize: SECOND_LANE,
    queueLimit: QUEUED,
    patienceMs,
    retryPauseMs: RETRY_PAUSE_MS,
  })
  return (item) => queue.add(item, 1)
}

/** As `shareStatements`, for what is found by a key. */
export function shareLookups<Key, Value>(
  options: Options,
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  return shareStatements<Key, Value | undefined>(options, async (keys) => {
    const found = await find([...new Set(keys)])
    return keys.map((key) => found.get(key))
  })
}
