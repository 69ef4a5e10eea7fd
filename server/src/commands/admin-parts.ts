import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'

/** What the commands of the command line are made of. */
export interface AdminParts {
  db: Db
  clock: Clock
  random: Random
  /** Where people reach the portal. */
  publicUrl: string
}
