import { sql } from 'kysely'
import { finderOf, isOneOf } from '#delivery/consequences/affected-store.ts'

/** The sources that units sent. */
export const sourcesOfUnits = finderOf({ table: 'source', id: 'source.name' })<'unit-deleted'>(
  ({ dataIDs }) => sql`${isOneOf('source.data_id', dataIDs)}
    and not exists (select from calculation where calculation.data_id = source.data_id and calculation.name = source.name)`,
)
