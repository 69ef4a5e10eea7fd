import { sql } from 'kysely'
import {
  findWhere,
  isBy,
  isOneOf,
  type KindOfPeople,
  type KindWithUnits,
} from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

const IMPORT = { table: 'record_import', name: sql`file_name` }

export const openImportsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...IMPORT,
  where: sql`ended_at is null and ${isOneOf('data_id', dataIDs)}`,
}))

export const openImportsOfPeople: Find<KindOfPeople> = findWhere((change) => ({
  ...IMPORT,
  where: sql`ended_at is null and (${isBy(change)} or ${isBy(change, 'started_by')})`,
}))

export const openImportsOfSource: Find<'source-deleted' | 'source-moved'> = findWhere(({ dataID, source }) => ({
  ...IMPORT,
  where: sql`ended_at is null and source_key in (
    select source_key from source where source.data_id = ${dataID} and source.name = ${source}
  )`,
}))
