import type { Logger } from 'pino'

export interface Repetition {
  /** Waits for a run that is under way. */
  close(): Promise<void>
}

/** Runs work again and again with a pause of `milliseconds` between two runs. A failure is logged and does not end it. */
export function every(milliseconds: number, work: () => Promise<void>, log: Logger): Repetition {
  let closed = false
  let running: Promise<void> | undefined
  let timer = setTimeout(run, milliseconds).unref()

  function run(): void {
    running = work()
      .catch((error: unknown) => log.warn({ err: error }, 'repeated work failed; retrying'))
      .then(() => {
        running = undefined
        if (!closed) timer = setTimeout(run, milliseconds).unref()
      })
  }

  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
