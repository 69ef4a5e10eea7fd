import type { StepOutcome } from './advance-follower.ts'

export type WaitingList = ReturnType<typeof createWaitingList>

/**
 * Followers that wait for their next step, each of them in its turn. Nobody takes one that somebody is at, and only one at a time of
 * those that take many steps: the others do not wait for them, and what is in memory is bounded.
 */
export function createWaitingList() {
  const waiting = new Set<string>()
  const busy = new Set<string>()
  const long = new Set<string>()
  let changed = Promise.withResolvers<void>()

  const tell = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  const find = (): string | undefined => {
    const isLongBusy = [...busy].some((id) => long.has(id))
    for (const id of waiting) if (!busy.has(id) && !(isLongBusy && long.has(id))) return id
    return undefined
  }

  return {
    add: (id: string): void => {
      waiting.add(id)
      tell()
    },

    /** The next one, as soon as there is one; undefined once nothing waits and nobody is at anything. */
    take: async (): Promise<string | undefined> => {
      for (;;) {
        const id = find()
        if (id !== undefined) {
          waiting.delete(id)
          busy.add(id)
          return id
        }
        if (busy.size === 0) return undefined
        await changed.promise
      }
    },

    /** Whoever took one is not at it any more. */
    done: (id: string, outcome: StepOutcome): void => {
      busy.delete(id)
      if (outcome === 'more') waiting.add(id)
      if (outcome === 'more') long.add(id)
      else long.delete(id)
      tell()
    },
  }
}
