import { sql } from 'kysely'
import { findWhere, isOfEntityOrBelow, isOfUnitsOnlyOf } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'

const DATA_ID = sql`unit.data_id`
const UNIT = { table: 'unit', id: DATA_ID, name: sql`friendly_name` }

export const unitsOnlyOfEntity: Find<'entity-deleted'> = findWhere(({ entityID }) => ({
  ...UNIT,
  where: isOfUnitsOnlyOf(DATA_ID, entityID),
}))

export const sharedUnitsOfEntity: Find<'entity-deleted'> = findWhere(({ entityID }, reach) => ({
  ...UNIT,
  where: sql`not ${isOfUnitsOnlyOf(DATA_ID, entityID)} and exists (
    select from unit_entity owner
    where owner.data_id = unit.data_id and ${isOfEntityOrBelow(sql`owner.entity_id`, entityID)}
  )`,
  visible: isUnitInReach(DATA_ID, reach),
}))
