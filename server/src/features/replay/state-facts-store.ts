import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'

export interface StateUnit {
  readonly dataId: DataId
  /** At the moment. */
  readonly active: boolean
}

export interface StateSource {
  readonly dataId: DataId
  readonly name: SourceName
  readonly key: number
  /** Its records are computed here, or written when requests are sent: they do not show that the unit was active. */
  readonly isOurs: boolean
}

/** What is known of units and their sources, besides their records. */
export function createStateFactsStore(db: Db) {
  return {
    /** The units in reach, by dataID. */
    listUnits: async (dataIds: readonly DataId[], reach: readonly EntityId[], at: number): Promise<StateUnit[]> => {
      const { rows } = await sql<StateUnit>`
        select unit.data_id as "dataId", coalesce((
          select (entry.before ->> 'active')::boolean from audit_log entry
          where entry.subject_id = unit.data_id and entry.subject_kind = 'unit' and entry.at > ${new Date(at)}
            and jsonb_typeof(entry.before -> 'active') = 'boolean'
          order by entry.at limit 1
        ), unit.active) as active
        from unit
        where unit.data_id = any (${[...new Set(dataIds)]}::text[]) and unit.deleted_at is null
          and ${isUnitInReach(sql`unit.data_id`, reach)}
        order by unit.data_id`.execute(db)
      return rows
    },

    /** The sources of units whose reach was checked, by name. */
    listSources: async (dataIds: readonly DataId[]): Promise<StateSource[]> => {
      const { rows } = await sql<StateSource>`
        select source.data_id as "dataId", source.name, source.source_key as key,
          source.name = 'action_request' or exists (
            select from calculation where calculation.data_id = source.data_id and calculation.name = source.name
          ) as "isOurs"
        from source where source.data_id = any (${[...dataIds]}::text[])
        order by source.data_id, source.name`.execute(db)
      return rows
    },
  }
}
