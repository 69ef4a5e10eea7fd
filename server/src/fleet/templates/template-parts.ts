import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Platform } from '#platform/floor.ts'

/** What operations on templates need. */
export interface TemplateParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  readonly followChange: FollowChange
}
