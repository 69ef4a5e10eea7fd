import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import type { Database, Db } from './database/database.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Random } from './random/random.ts'
import type { Clock, Pause } from './time/clock.ts'
import type { Worker } from './work/worker.ts'

/** What the platform gives the rooms above it; each names what it needs. */
export interface Platform {
  readonly database: Database
  /** Connections to the primary. */
  readonly db: Db
  readonly bus: Bus
  /** The name of this server. */
  readonly server: string
  readonly worker: Worker
  /** The clock of the database. */
  readonly clock: Clock
  /** Whether this server may take work that others can do. */
  readonly mayWork: () => boolean
  readonly pause: Pause
  readonly random: Random
  readonly metrics: Metrics
  readonly log: Logger
}
