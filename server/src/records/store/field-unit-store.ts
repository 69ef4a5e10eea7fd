import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { fieldUnit } from '#platform/database/field-unit.ts'

interface AskedUnits {
  readonly dataIds: readonly DataId[]
  readonly source: SourceName
  readonly field: string
}

export type FieldUnitStore = ReturnType<typeof createFieldUnitStore>

/** Units of measure. */
export function createFieldUnitStore(db: Db) {
  return {
    /** That of a field on each unit that has one. */
    list: async ({ dataIds, source, field }: AskedUnits): Promise<ReadonlyMap<DataId, string>> => {
      const { rows } = await sql<{ data_id: DataId; unit_of_measure: string | null }>`
        select named.data_id, ${fieldUnit({
          dataId: sql.ref('named.data_id'),
          source: sql`${source}::text`,
          field: sql`${field}::text`,
        })} as unit_of_measure from unnest(${[...dataIds]}::text[]) named (data_id)`.execute(db)
      return new Map(rows.flatMap((row) => (row.unit_of_measure === null ? [] : [[row.data_id, row.unit_of_measure]])))
    },
  }
}
