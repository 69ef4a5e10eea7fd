import { setImmediate } from 'node:timers/promises'

/** Values that are decoded before others get their turn: a column of a chunk. A millisecond's work, ten in a server just started. */
const VALUES_A_TURN = 40_000

/** Lets others have their turn whenever enough was done. */
export function createTurns(): { worked(values: number): Promise<void> } {
  let done = 0
  return {
    worked: async (values) => {
      done += values
      if (done < VALUES_A_TURN) return
      done = 0
      await setImmediate()
    },
  }
}
