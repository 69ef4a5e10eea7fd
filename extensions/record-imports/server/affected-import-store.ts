import { sql } from 'kysely'
import {
  finderOf,
  isBy,
  isOneOf,
  type KindOfPeople,
  type KindWithUnits,
} from '@fieldwatch/server/delivery/consequences/affected-store'

const imports = finderOf({ table: 'record_import', name: 'file_name' })

export const openImportsOfUnits = imports<KindWithUnits>(
  ({ dataIDs }) => sql`ended_at is null and ${isOneOf('data_id', dataIDs)}`,
)

export const openImportsOfPeople = imports<KindOfPeople>(
  (change) => sql`ended_at is null and (${isBy(change)} or ${isBy(change, 'started_by')})`,
)

export const openImportsOfSource = imports<'source-deleted' | 'source-moved'>(
  ({ dataID, source }) => sql`ended_at is null and source_key in (
    select source_key from source where source.data_id = ${dataID} and source.name = ${source}
  )`,
)
