import { sql } from 'kysely'
import { finderOf, isOfEntityOrBelow, isOfUnitsOnlyOf } from '#delivery/consequences/affected-store.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'

const DATA_ID = sql`unit.data_id`
const UNIT = { table: 'unit', id: DATA_ID, name: 'friendly_name' }

export const unitsOnlyOfEntity = finderOf(UNIT)<'entity-deleted'>(({ entityID }) => isOfUnitsOnlyOf(DATA_ID, entityID))

export const sharedUnitsOfEntity = finderOf({
  ...UNIT,
  visible: (reach) => isUnitInReach(DATA_ID, reach),
})<'entity-deleted'>(
  ({ entityID }) => sql`not ${isOfUnitsOnlyOf(DATA_ID, entityID)} and exists (
    select from unit_entity owner
    where owner.data_id = unit.data_id and ${isOfEntityOrBelow(sql`owner.entity_id`, entityID)}
  )`,
)
