import type { EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Of the entity of a wallboard. */
export function createEntityReachStore(db: Db) {
  return {
    isActive: async (id: EntityId): Promise<boolean> => {
      const row = await db.selectFrom('entity').select('status').where('id', '=', id).executeTakeFirst()
      return row?.status === 'active'
    },

    /** The entity and those below it. */
    listBelow: async (id: EntityId): Promise<EntityId[]> => {
      const { rows } = await sql<{ id: EntityId }>`
        with recursive below (id) as (
          select id from entity where id = ${id}
          union
          select entity.id from below join entity on entity.parent_id = below.id
        )
        select id from below`.execute(db)
      return rows.map((row) => row.id)
    },
  }
}
