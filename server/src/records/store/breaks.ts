import { setImmediate } from 'node:timers/promises'

/**
 * How many values are decoded between two turns of the event loop: a column of a chunk, a millisecond of work (ten in a server
 * that has just started).
 */
const VALUES_BEFORE_A_BREAK = 40_000

/** Counts long work, and yields to the event loop after each portion. */
export function createBreaks() {
  let done = 0
  return {
    worked: async (values: number): Promise<void> => {
      done += values
      if (done < VALUES_BEFORE_A_BREAK) return
      done = 0
      await setImmediate()
    },
  }
}

export type Breaks = ReturnType<typeof createBreaks>
