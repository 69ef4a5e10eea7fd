import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'

/** A change of what people may see or get. */
export interface PeopleChange {
  /** Some people, or all of an entity. */
  readonly of: { readonly userIds: readonly UserId[] } | { readonly entity: EntityId }
  /** What happened to them. */
  readonly reason: Sentence
  /** They are deleted after this; what only they own goes to a chosen person. */
  readonly deleted?: { readonly to: UserId | undefined }
  /** Without a `userId`: the portal, for someone who is gone. */
  readonly caller: { readonly userId: UserId | undefined } & Pick<Caller, 'reach'>
  readonly now: number
}

/**
 * Sees to it that alerts and scheduled reports of people have someone to notify after a change, and undoes that once their own people can be
 * notified again. Runs in the transaction of the change, after it, and before a deletion. Returns what to publish after the commit.
 * @throws DomainError user/not-found, request/invalid when the chosen person cannot own alerts
 */
export type SettleRecipients = (tx: Db, change: PeopleChange) => Promise<() => void>
