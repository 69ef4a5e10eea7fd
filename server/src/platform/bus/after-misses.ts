import type { Logger } from 'pino'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Bus } from './bus.ts'

/**
 * Runs work after events of other servers were missed: at once, but not again before `pauseMs` have passed since it ended; what is
 * missed in the meantime is worked on then. Returns the way to stop.
 */
export function afterMisses(
  { bus, log, pauseMs }: { readonly bus: Bus; readonly log: Logger; readonly pauseMs: number },
  work: () => Promise<void> | void,
): () => void {
  let isResting = false
  let isMissing = false
  let closed = false
  const stop = bus.subscribe('messages-missed', () => {
    if (isResting) isMissing = true
    else void run()
  })
  return () => {
    closed = true
    stop()
  }

  async function run(): Promise<void> {
    isResting = true
    try {
      await work()
    } catch (error) {
      log[isDatabaseAway(error) ? 'debug' : 'warn'](
        { err: error },
        'what may have been missed was not read; it is tried again',
      )
      isMissing = true
    }
    setTimeout(() => {
      isResting = false
      if (!isMissing || closed) return
      isMissing = false
      void run()
    }, pauseMs).unref()
  }
}
