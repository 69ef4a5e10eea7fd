import { setImmediate, setTimeout } from 'node:timers/promises'

export interface PaceOptions {
  /** What is read in each round, of all bodies together. */
  readonly pieces: number
  /** Milliseconds from one round to the next; left out, the next one is when the event loop comes round. */
  readonly pauseMs?: number
}

/** Of large bodies that are wanted: a millisecond's work each time. */
export const READING: PaceOptions = { pieces: 8 }

/**
 * Of bodies that nobody wants: at most 50 MB a second. Their senders have the answer already, and most of them stop once they read it; to
 * receive hundreds of bodies as quickly as they come would take a processor from everybody else.
 */
export const DROPPING: PaceOptions = { pieces: 4, pauseMs: 5 }

/** Waits for the turn to read one more piece of a body. */
export type Pace = () => Promise<void>

/**
 * Lets many bodies share the event loop: each piece waits for its turn, and a round has a few. Hundreds of senders who each bring two
 * megabytes at once, as a stream that flows does, would hold up everybody else.
 */
export function createPace({ pieces, pauseMs }: PaceOptions): Pace {
  let waiting: (() => void)[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await (pauseMs === undefined ? setImmediate() : setTimeout(pauseMs, undefined, { ref: false }))
      const served = waiting.slice(0, pieces)
      waiting = waiting.slice(pieces)
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
