import type { EntityId, UserId } from '@fieldwatch/contract/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'

/** A person for whom the portal goes on working when their request has ended. */
export type Actor = Pick<Caller, 'userId' | 'role' | 'entity' | 'reach'>

/** What people may do now, without a session. */
export function createPersonStore(db: Db) {
  return {
    /** Undefined for somebody who is not an active admin, or not any more. */
    findActiveAdmin: async (id: UserId): Promise<Actor | undefined> => {
      const { rows } = await sql<{ entity_id: EntityId; reach: EntityId[] }>`
        with recursive person as (
          select person.entity_id from app_user person join entity on entity.id = person.entity_id
          where person.id = ${id} and role = 'admin' and person.status = 'active' and entity.status = 'active'
        ), reach (id) as (
          select entity_id from person
          union
          select below.id from reach join entity below on below.parent_id = reach.id
        )
        select entity_id, array(select reach.id from reach order by reach.id <> entity_id, reach.id) as reach
        from person`.execute(db)
      const [row] = rows
      return row && { userId: id, role: 'admin', entity: row.entity_id, reach: row.reach }
    },
  }
}
