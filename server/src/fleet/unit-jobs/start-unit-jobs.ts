import { createUnitJobRunner, type UnitJobParts } from './run-unit-jobs.ts'
import { createUnitJobStore } from './unit-job-store.ts'

/** How often a worker looks for jobs that another server was asked for, or left. */
const LOOK_EVERY_MS = 1_000

/** How long what became of each unit is kept. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const TIDY_EVERY_MS = 60 * 60_000

export interface UnitJobs {
  /** Begins at once with what was just asked for. */
  readonly wake: () => void
  /** As `wake`, until nothing is left to do. */
  readonly run: () => Promise<void>
  /** Takes no more units: what is left is done by other servers, or after the next start. */
  readonly close: () => Promise<void>
}

/** Of a server that does not work in the background. */
export const NO_UNIT_JOBS: UnitJobs = {
  wake: () => undefined,
  run: async () => undefined,
  close: async () => undefined,
}

/** Works on jobs on many units. */
export function startUnitJobs(parts: UnitJobParts): UnitJobs {
  const { db, clock, log } = parts
  const runner = createUnitJobRunner(parts)
  let isOver = false
  let isWoken = false
  let running: Promise<void> | undefined
  let tidyAt = 0
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  return {
    wake,
    run: async () => {
      wake()
      while (running !== undefined) await running
    },
    close: async () => {
      isOver = true
      clearInterval(timer)
      await running
    },
  }

  function wake(): void {
    isWoken = true
    if (isOver || running !== undefined) return
    running = work()
      .catch((error: unknown) => log.warn({ err: error }, 'changes of many units wait for the next look'))
      .finally(() => {
        running = undefined
        // Whoever came in the last moment is not left to the next look.
        if (isWoken) wake()
      })
  }

  async function work(): Promise<void> {
    while (isWoken && !isOver) {
      isWoken = false
      await runner.runAll(() => isOver)
    }
    if (clock() < tidyAt) return
    await createUnitJobStore(db).removeOld(clock() - KEPT_MS)
    tidyAt = clock() + TIDY_EVERY_MS
  }
}
