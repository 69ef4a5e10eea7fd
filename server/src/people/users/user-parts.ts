import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Images } from '#platform/files/images.ts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { Platform } from '#platform/floor.ts'
import type { SessionUserParts } from './describe-session-user.ts'

/** What the operations on users are made of. */
export interface UserParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>, SessionUserParts {
  images: Images
  queueMail: QueueMail
  limits: PeopleLimits
  followChange: FollowChange
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: () => string
}
