/** What is done when someone asks, however often they do. */
export interface Throttle {
  ask: () => void
  stop: () => void
}

/**
 * Does something at once when it is asked for, and again when it was asked for in the meantime: never twice at a time, and with a pause between
 * two beginnings. What is asked for last is always done.
 */
export function createThrottle(run: () => Promise<unknown>, pauseMs: number): Throttle {
  let state: 'idle' | 'resting' | 'asked' | 'stopped' = 'idle'

  async function begin(): Promise<void> {
    state = 'resting'
    const pause = new Promise((resolve) => setTimeout(resolve, pauseMs))
    await Promise.allSettled([run(), pause])
    // Someone may have asked, or stopped it, in the meantime.
    const now = state as string
    if (now === 'asked') void begin()
    else if (now === 'resting') state = 'idle'
  }

  return {
    ask: () => {
      if (state === 'idle') void begin()
      else if (state === 'resting') state = 'asked'
    },
    stop: () => {
      state = 'stopped'
    },
  }
}
