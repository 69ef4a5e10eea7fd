import { setImmediate } from 'node:timers/promises'

/** What is read each time that the event loop comes round, of all large bodies together: a millisecond's work. */
const PIECES_A_ROUND = 8

/** Waits for the turn to read one more piece of a body. */
export type Pace = () => Promise<void>

/**
 * Lets many bodies share the event loop: each piece waits for its turn, and a round has a few. Hundreds of senders who each bring two
 * megabytes at once, as a stream that flows does, would hold up everybody else.
 */
export function createPace(): Pace {
  let waiting: (() => void)[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await setImmediate()
      const served = waiting.slice(0, PIECES_A_ROUND)
      waiting = waiting.slice(PIECES_A_ROUND)
      for (const serve of served) serve()
    }
    isRunning = false
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (!isRunning) void run()
    })
}
