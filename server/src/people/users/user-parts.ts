import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Images } from '#platform/files/images.ts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { SettleRecipients } from '#people/access/settle-recipients.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'

/** What the operations on users are made of. */
export interface UserParts {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
  images: Images
  queueMail: QueueMail
  limits: PeopleLimits
  settleRecipients: SettleRecipients
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: () => string
}
