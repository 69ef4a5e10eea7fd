import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { entitiesBelow } from '#platform/database/entities-below.ts'

export function createUnitWithinStore(db: Db) {
  return {
    /** Whether a unit has entities, and all of them are an entity or below it. */
    isWithin: async (dataId: DataId, entity: EntityId): Promise<boolean> => {
      const { rows } = await sql<{ isWithin: boolean }>`
        with recursive ${entitiesBelow(entity)}
        select coalesce(bool_and(owner.entity_id in (select id from below)), false) as "isWithin"
        from unit_entity owner where owner.data_id = ${dataId}`.execute(db)
      return rows[0]?.isWithin ?? false
    },
  }
}
