import type { ChosenValue } from '@fieldwatch/contract/calculations/calculation-rules'
import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { DataId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
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
    /** The unit of measure of a field on each unit that has one. */
    list: async ({ dataIds, source, field }: AskedUnits): Promise<ReadonlyMap<DataId, string>> => {
      const { rows } = await sql<{ dataId: DataId; unitOfMeasure: string | null }>`
        select named.data_id, ${fieldUnit({
          dataId: sql.ref('named.data_id'),
          source: sql`${source}::text`,
          field: sql`${field}::text`,
        })} as unit_of_measure from unnest(${[...dataIds]}::text[]) named (data_id)`.execute(db)
      return new Map(rows.flatMap((row) => (row.unitOfMeasure === null ? [] : [[row.dataId, row.unitOfMeasure]])))
    },

    /** The units of measure of some values of a unit, in their order; null for one without. */
    listOfUnit: async (dataId: DataId, values: readonly ChosenValue[]): Promise<(string | null)[]> => {
      const { rows } = await sql<{ unitOfMeasure: string | null }>`
        select ${fieldUnit({
          dataId: sql`${dataId}::text`,
          source: sql.ref('named.source'),
          field: sql.ref('named.field'),
        })} as unit_of_measure
        from unnest(
          ${values.map(({ source }) => source)}::text[], ${values.map(({ field }) => field)}::text[]
        ) with ordinality named (source, field, place) order by place`.execute(db)
      return rows.map((row) => row.unitOfMeasure)
    },

    /** The preference of a person, else of their entity; null: as sent. */
    findPreference: async (userId: UserId): Promise<MeasurePreference | null> => {
      const { rows } = await sql<{ measures: MeasurePreference | null }>`
        select coalesce(person.measures, entity.measures) as measures
        from app_user person join entity on entity.id = entity_id where person.id = ${userId}`.execute(db)
      return rows[0]?.measures ?? null
    },
  }
}
