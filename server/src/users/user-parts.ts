import type { Bus } from '#bus/bus.ts'
import type { Db } from '#database/database.ts'
import type { Images } from '#files/images.ts'
import type { QueueMail } from '#mail/queue-mail.ts'
import type { Random } from '#random/random.ts'
import type { Clock } from '#time/clock.ts'

/** What the operations on people are made of. */
export interface UserParts {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
  images: Images
  queueMail: QueueMail
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: () => string
}
