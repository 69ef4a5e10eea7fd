import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'

/** Whether a unit in a query, by its dataID, belongs to an entity of a reach. */
export function isUnitInReach(dataId: RawBuilder<unknown>, reach: readonly EntityId[]): RawBuilder<unknown> {
  return sql`exists (
    select from unit_entity owner where owner.data_id = ${dataId} and owner.entity_id = any (${[...reach]})
  )`
}

/** Whether it belongs to no entity out of a reach. */
export function isUnitWhollyInReach(dataId: RawBuilder<unknown>, reach: readonly EntityId[]): RawBuilder<unknown> {
  return sql`not exists (
    select from unit_entity owner where owner.data_id = ${dataId} and owner.entity_id <> all (${[...reach]})
  )`
}
