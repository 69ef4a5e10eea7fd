import type { UserId } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'

interface Options {
  /** Reads of one user that run at once. */
  readonly atOnce: number
  /** Reads of one user that wait for their turn. */
  readonly waiting: number
  /** Reads of everybody that run at once. */
  readonly overall?: number
}

interface Asked {
  readonly person: UserId
  readonly signal: AbortSignal
}

export type ReadGate = ReturnType<typeof createReadGate>

interface Person {
  running: number
  readonly waiting: Set<() => void>
}

/** Lets a few reads of each user run at once; others wait, and too many are refused. Users take turns. */
export function createReadGate({ atOnce, waiting, overall = Infinity }: Options) {
  /** In the order of their turns. */
  const people = new Map<UserId, Person>()
  let running = 0
  return { enter, run }

  /** Runs work in a place. Throws as `enter` does. */
  async function run<T>(asked: Asked, work: () => Promise<T>): Promise<T> {
    const leave = await enter(asked)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Waits for a place; the returned function frees it, and may be called more than once.
   * @throws DomainError data/too-many-reads; the reason of the signal when it comes first
   */
  async function enter({ person: id, signal }: Asked): Promise<() => void> {
    signal.throwIfAborted()
    const person = people.get(id) ?? { running: 0, waiting: new Set() }
    if (person.waiting.size >= waiting && !(hasRoom(person) && person.waiting.size === 0)) {
      throw new DomainError('data/too-many-reads', { details: { retryAfterSeconds: RETRY_SECONDS } })
    }
    people.set(id, person)
    const turn = Promise.withResolvers<void>()
    const giveUp = (): void => {
      person.waiting.delete(turn.resolve)
      turn.reject(signal.reason)
      forget(id, person)
    }
    person.waiting.add(turn.resolve)
    signal.addEventListener('abort', giveUp)
    admit()
    try {
      await turn.promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
    let left = false
    return () => {
      if (left) return
      left = true
      running -= 1
      person.running -= 1
      forget(id, person)
      admit()
    }
  }

  function admit(): void {
    for (const [id, person] of people) {
      for (const resolve of person.waiting) {
        if (!hasRoom(person)) break
        person.waiting.delete(resolve)
        person.running += 1
        running += 1
        // Moves the user to the end of the turns.
        people.delete(id)
        people.set(id, person)
        resolve()
        return admit()
      }
    }
  }

  function hasRoom(person: Person): boolean {
    return running < overall && person.running < atOnce
  }

  function forget(id: UserId, person: Person): void {
    if (person.running === 0 && person.waiting.size === 0) people.delete(id)
  }
}

const RETRY_SECONDS = 2
