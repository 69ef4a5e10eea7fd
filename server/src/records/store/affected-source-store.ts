import { sql } from 'kysely'
import { findWhere, isOneOf } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

/** The sources that units sent. */
export const sourcesOfUnits: Find<'unit-deleted'> = findWhere(({ dataIDs }) => ({
  table: 'source',
  id: sql`source.name`,
  where: sql`${isOneOf('source.data_id', dataIDs)}
    and not exists (select from calculation where calculation.data_id = source.data_id and calculation.name = source.name)`,
}))
