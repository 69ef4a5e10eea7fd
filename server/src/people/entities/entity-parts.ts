import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { ImageKind } from '#platform/files/encode-image.ts'
import type { Images } from '#platform/files/images.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { SettleRecipients } from '#people/access/settle-recipients.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'

/** What the operations on entities are made of. */
export interface EntityParts {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
  images: Images
  limits: PeopleLimits
  settleRecipients: SettleRecipients
}

/** A logo or an icon as it is sent: a file, an empty text for none, or nothing for the one that is there. */
export type SentPicture = File | '' | undefined

/** The address of a sent picture once it is stored. */
export async function storePicture(
  { images }: EntityParts,
  { userId }: Caller,
  kind: ImageKind,
  sent: SentPicture,
): Promise<string | undefined> {
  return sent === undefined || sent === '' ? sent : images.store({ kind, file: sent, uploadedBy: userId })
}
