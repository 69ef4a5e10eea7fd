import { setImmediate, setTimeout } from 'node:timers/promises'

interface PaceOptions {
  /** Pieces that are read in each round, of all bodies together. */
  readonly pieces: number
  /** Milliseconds between rounds; left out, the next turn of the event loop. */
  readonly pauseMs?: number
}

/** For large bodies that are read: a millisecond of work in each round. */
export const READING: PaceOptions = { pieces: 8 }

/**
 * For bodies that are dropped: at most 50 MB a second. Their senders have the answer already, and most stop once they read it;
 * dropping hundreds of bodies at full speed would keep a processor busy.
 */
export const DROPPING: PaceOptions = { pieces: 4, pauseMs: 5 }

/** For what takes some milliseconds each, such as long JSON bodies that are parsed and checked. */
export const ONE_BY_ONE: PaceOptions = { pieces: 1 }

/** Waits for the turn to read one more piece of a body. */
export type Pace = () => Promise<void>

/**
 * Shares the event loop among bodies: each piece waits for its turn, and each round has a few. Hundreds of bodies read as flowing
 * streams would block everything else.
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
