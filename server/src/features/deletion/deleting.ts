import { say } from '@fieldwatch/messages/server-sentences'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { invalidField } from '#platform/errors/domain-error.ts'
import type { Images } from '#platform/files/images.ts'
import type { Platform } from '#platform/floor.ts'
import type { Work } from '#platform/work/worker.ts'

export interface DeletingParts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly followChange: FollowChange
  readonly images: Images
  readonly deletions: Pick<Work, 'wake'>
}

/** A deletion that cannot be undone is asked for twice. @throws DomainError request/invalid */
export function requireConfirmed(confirm: string, name: string): void {
  if (confirm.trim() === name.trim()) return
  throw invalidField('confirm', say('answers.confirm', { name }))
}
