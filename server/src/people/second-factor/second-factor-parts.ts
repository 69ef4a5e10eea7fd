import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { SealedSecrets } from '#people/credentials/sealed-secrets.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'

/** What the operations on second factors are made of. */
export interface SecondFactorParts {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
  secrets: SealedSecrets
  queueMail: QueueMail
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: () => string
}
