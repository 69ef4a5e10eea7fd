import type { ImageKind } from '#platform/files/encode-image.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Images } from '#platform/files/images.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'

/** What the operations on entities are made of. */
export interface EntityParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  images: Images
  limits: PeopleLimits
  followChange: FollowChange
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
