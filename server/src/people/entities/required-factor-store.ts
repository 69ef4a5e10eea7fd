import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** An entity that requires a second factor of the people below it. */
export interface RequiringEntity {
  id: EntityId
  name: string
}

/** Who needs a second factor: the people of an entity that says so, and those of the entities below it. */
export function createRequiredFactorStore(db: Db) {
  return {
    isRequiredOf: async (userId: UserId): Promise<boolean> => {
      const { rows } = await sql<{ required: boolean }>`
        with recursive above (parent_id, required) as (
          select e.parent_id, e.second_factor_required from app_user u join entity e on e.id = u.entity_id where u.id = ${userId}
          union
          select e.parent_id, e.second_factor_required from above join entity e on e.id = above.parent_id
        )
        select exists(select from above where required) as required`.execute(db)
      return rows[0]?.required === true
    },

    /** For each of the entities the nearest one above that requires it; entities without one are left out. */
    listAbove: async (ids: readonly EntityId[]): Promise<ReadonlyMap<EntityId, RequiringEntity>> => {
      const { rows } = await sql<{ belowId: EntityId; id: EntityId; name: string }>`
        with recursive above (below_id, id, name, parent_id, required, steps) as (
          select below.id, e.id, e.name, e.parent_id, e.second_factor_required, 1
          from entity below join entity e on e.id = below.parent_id where below.id = any (${[...ids]})
          union all
          select above.below_id, e.id, e.name, e.parent_id, e.second_factor_required, above.steps + 1
          from above join entity e on e.id = above.parent_id where not above.required
        )
        select below_id, id, name from above where required`.execute(db)
      return new Map(rows.map(({ belowId: below, id, name }) => [below, { id, name }]))
    },
  }
}
