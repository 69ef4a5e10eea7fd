import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { SealedSecrets } from '#people/credentials/sealed-secrets.ts'
import type { Platform } from '#platform/floor.ts'

/** What the operations on second factors are made of. */
export interface SecondFactorParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  secrets: SealedSecrets
  queueMail: QueueMail
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: () => string
}
