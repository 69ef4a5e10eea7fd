import { setImmediate } from 'node:timers/promises'

/** Values that are decoded before others get their turn: a column of a chunk. A millisecond's work, ten in a server just started. */
const VALUES_BEFORE_A_BREAK = 40_000

/** Long work tells what it did, and makes way for others whenever that was enough. */
export function createBreaks(): { worked(values: number): Promise<void> } {
  let done = 0
  return {
    worked: async (values) => {
      done += values
      if (done < VALUES_BEFORE_A_BREAK) return
      done = 0
      await setImmediate()
    },
  }
}
