import type { Db } from '#platform/database/database.ts'
import type { BuiltUnit } from './build-unit.ts'

/** The records of a unit that are not compacted, by the name of their source and their time. */
export async function listRecords(db: Db, { dataId }: Pick<BuiltUnit, 'dataId'>) {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select(['source.name', 'at', 'fields'])
    .where('dataId', '=', dataId)
    .orderBy('name')
    .orderBy('at')
    .execute()
  return rows.map(({ name, at, fields }) => ({ name, at: at.getTime(), fields }))
}
