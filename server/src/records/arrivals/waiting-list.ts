import type { StepOutcome } from './advance-follower.ts'

/**
 * Followers that wait for their next step, in the order of their turns. A follower takes one step at a time, and of those with
 * many steps left only one runs at a time: the others do not wait for them, and memory stays bounded.
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

    /** The next follower; undefined once nothing waits or runs. */
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

    /** Others that wait already, at most so many. */
    takeMore: (most: number): string[] => {
      const taken: string[] = []
      for (const id of waiting) {
        if (taken.length >= most) break
        if (busy.has(id) || long.has(id)) continue
        taken.push(id)
      }
      for (const id of taken) {
        waiting.delete(id)
        busy.add(id)
      }
      return taken
    },

    /** Ends the step of a follower. */
    done: (id: string, outcome: StepOutcome): void => {
      busy.delete(id)
      if (outcome === 'more') waiting.add(id)
      if (outcome === 'more') long.add(id)
      else long.delete(id)
      tell()
    },
  }
}
