import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'

/** What operations on templates need. */
export interface TemplateParts {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly random: Random
}
