import type { Db } from '#database/database.ts'
import type { Random } from '#random/random.ts'
import type { Clock } from '#time/clock.ts'

/** What the commands of the command line are made of. */
export interface AdminParts {
  db: Db
  clock: Clock
  random: Random
}
