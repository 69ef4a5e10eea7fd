import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** The ids of an entity and of those below it, as `below (id)`. Part of a `with recursive`. */
export function entitiesBelow(entity: EntityId): RawBuilder<unknown> {
  return sql`below (id) as (
    select ${entity}::text
    union
    select entity.id from below join entity on entity.parent_id = below.id
  )`
}

/** An entity and those below it. */
export async function listEntitiesBelow(db: Db, entity: EntityId): Promise<EntityId[]> {
  const { rows } = await sql<{ id: EntityId }>`with recursive ${entitiesBelow(entity)} select id from below`.execute(db)
  return rows.map(({ id }) => id)
}
