import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'

/** What the clock of the database said, and that of this server before and after; epoch milliseconds. */
export interface ToldTime {
  readonly database: number
  readonly asked: number
  readonly answered: number
}

interface Parts {
  readonly metrics: { readonly clockOffset: { readonly set: (seconds: number) => void } }
  readonly log: Logger
  /** The clock of this server, which may be wrong. */
  readonly own?: Clock
  /** Milliseconds that pass evenly, from any beginning. */
  readonly steady?: () => number
}

/** Differences up to this are left alone. */
const TOLERATED_MS = 250
/** A server whose clock differs by more takes no work. */
const APART_MS = 5_000
/** A clock that moves so far from one look to the next was set. */
const SET_MS = 2_000

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * The clock of the database, as far as this server knows it: times are judged by one clock, whatever the clocks of the servers say. A clock of
 * this server that is set between two answers of the database is not followed.
 */
export function createDatabaseClock({ metrics, log, own = systemClock, steady = () => performance.now() }: Parts) {
  let offset = 0
  let isApart = false
  let last = { own: own(), steady: steady() }
  return {
    now: (): number => {
      const read = own()
      const passed = last.own + steady() - last.steady
      return Math.round((Math.abs(read - passed) > SET_MS ? passed : read) + offset)
    },

    /** Takes note of what the database said. */
    hear: ({ database, asked, answered }: ToldTime): void => {
      last = { own: own(), steady: steady() }
      const [least, most] = [database - answered, database - asked]
      const isClose = least <= TOLERATED_MS && most >= -TOLERATED_MS
      offset = isClose ? 0 : (least + most) / 2
      metrics.clockOffset.set(offset / 1000)
      const wasApart = isApart
      isApart = Math.abs(offset) > APART_MS
      const seconds = Math.round(offset / 1000)
      if (isApart && !wasApart)
        log.error(
          { seconds },
          'the clock of this server is wrong; no background work until it agrees with the database',
        )
      if (!isApart && wasApart) log.info('the clock of this server agrees with the database again')
    },

    /** Whether the clock of this server is right, so that it may take work that others can do. */
    mayWork: (): boolean => !isApart,
  }
}
