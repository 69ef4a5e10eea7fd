import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Entries of the audit log that mailed an invitation: to a new user, once more, or to another address. */
const INVITES = sql<boolean>`(entry.action in ('create user', 'invite user')
  or (entry.action = 'change user' and jsonb_exists(entry.after, 'email')))`

/** Invitations, counted in the audit log, where they stay when their user is deleted. */
export function createInvitationStore(db: Db) {
  const count = async (whose: RawBuilder<boolean>, since: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log entry
      where ${whose} and entry.at > ${new Date(since)} and ${INVITES}`.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    countBy: (userId: UserId, since: number): Promise<number> => count(sql<boolean>`entry.user_id = ${userId}`, since),

    /** By the people of an entity, wherever they invited to. */
    countOfEntity: (entity: EntityId, since: number): Promise<number> =>
      count(sql<boolean>`entry.user_id in (select id from app_user where entity_id = ${entity})`, since),
  }
}
