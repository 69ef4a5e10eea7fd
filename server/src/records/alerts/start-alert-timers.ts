import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { createAlertLifeStore } from './alert-life-store.ts'
import { watchTime } from './watch-time.ts'

interface Parts {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
}

export interface AlertTimers {
  /** Does at once what is due by now. */
  readonly run: () => Promise<void>
  /** Waits for what is under way. */
  readonly close: () => Promise<void>
}

const LOOK_EVERY_MS = 1_000
const TIDY_EVERY_MS = 60 * 60_000
/** How long the history of alerts is kept. */
const KEPT_MS = 400 * 24 * 60 * 60_000

/** Starts what alerts do by the clock. Every server may: each unit of each alert is taken by one of them. */
export function startAlertTimers(parts: Parts): AlertTimers {
  const { db, clock, log } = parts
  const run = (): Promise<void> => watchTime(parts)
  const looking = every(LOOK_EVERY_MS, run, log)
  const tidying = every(TIDY_EVERY_MS, () => createAlertLifeStore(db).removeOld(clock() - KEPT_MS), log)
  return {
    run,
    close: async () => {
      await Promise.all([looking.close(), tidying.close()])
    },
  }
}
