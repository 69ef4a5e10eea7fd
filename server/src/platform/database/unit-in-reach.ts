import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'

/** Whether one of these entities has a unit: a row with a `data_id`, of `unit` unless the query calls it otherwise. */
export function isUnitOf(entities: readonly EntityId[], unit = 'unit'): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from unit_entity owner
    where owner.data_id = ${sql.ref(`${unit}.data_id`)} and owner.entity_id = any (${[...entities]})
  )`
}
