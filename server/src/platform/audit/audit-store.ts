import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { actingNow } from './acting.ts'

/** One change by a user (or by the command line, without `userId`). */
export interface AuditEntry {
  at: number
  userId: UserId | undefined
  entityId: EntityId | undefined
  action: ActivityAction
  subjectKind: string
  subjectId: string
  /** The thing before and after; never a secret. */
  before?: unknown
  after?: unknown
}

interface Person {
  readonly userId: UserId
  readonly entity: EntityId
}

/** How a thing changed, and when. */
export type AuditedChange = Pick<AuditEntry, 'at' | 'action' | 'before' | 'after'>

export interface AuditSubject {
  readonly kind: string
  readonly id: string | number
  readonly entity: EntityId | undefined
}

/** Who changed what and when, with the thing before and after. Create the store from the transaction that makes the change. */
export function createAuditStore(db: Db) {
  const record = async (entry: AuditEntry): Promise<void> => {
    await db.insertInto('auditLog').values(rowOf(entry)).execute()
  }
  return {
    record,

    /** As `record`, of what people do to their own account. */
    recordOwn: ({ userId, entity }: Person, entry: AuditedChange): Promise<void> =>
      record({ ...entry, userId, entityId: entity, subjectKind: 'user', subjectId: userId }),

    /** As `record`, of what a person does to a thing of an entity. */
    recordChange: ({ userId }: Pick<AuditEntry, 'userId'>, { kind, id, entity }: AuditSubject, change: AuditedChange) =>
      record({ ...change, userId, entityId: entity, subjectKind: kind, subjectId: String(id) }),

    /** As `record`, of many at once. */
    recordAll: async (entries: readonly AuditEntry[]): Promise<void> => {
      for (let start = 0; start < entries.length; start += BATCH) {
        await db
          .insertInto('auditLog')
          .values(entries.slice(start, start + BATCH).map(rowOf))
          .execute()
      }
    },

    /** Removes failed sign-ins with unknown addresses: anyone can cause them, and they soon mean little. */
    removeOfUnknown: async (before: number): Promise<void> => {
      await db
        .deleteFrom('auditLog')
        .where('subjectKind', '=', 'address')
        .where('entityId', 'is', null)
        .where('at', '<', new Date(before))
        .execute()
    },
  }
}

/** Bounds a statement and its parameters. */
const BATCH = 500

function rowOf(entry: AuditEntry) {
  const { token, address = '' } = actingNow() ?? {}
  return {
    at: new Date(entry.at),
    // An entity's token acts for no user.
    userId: token?.isOfEntity === true ? null : (entry.userId ?? null),
    ...(token === undefined ? {} : { tokenName: token.name }),
    entityId: entry.entityId ?? null,
    action: entry.action,
    subjectKind: entry.subjectKind,
    subjectId: entry.subjectId,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    address,
  }
}
