import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { StoredFieldTypes } from '@fieldwatch/server/platform/database/tables'

interface ListedSource {
  readonly key: number
  readonly dataId: DataId
  readonly name: SourceName
  readonly types: Readonly<StoredFieldTypes>
  readonly unitName: string
  readonly entity: string
}

interface AskedSources {
  readonly reach: readonly EntityId[]
  /** Undefined: all. */
  readonly dataIds: readonly string[] | undefined
  readonly names: readonly string[] | undefined
  /** Sources that have one of these fields; undefined: all. */
  readonly fields: readonly string[] | undefined
}

const PAGE = 1_000

export type SeriesStore = ReturnType<typeof createSeriesStore>

/** The sources that series are made of. */
export function createSeriesStore(db: Db) {
  return {
    /** The sources within reach with the names of their units, page by page. */
    listSources: async function* ({ reach, dataIds, names, fields }: AskedSources): AsyncGenerator<ListedSource[]> {
      let after = 0
      while (true) {
        const { rows } = await sql<ListedSource>`
          select source.source_key as key, source.data_id as "dataId", source.name, source.field_types as types,
            unit.friendly_name as "unitName", owner.name as entity
          from source join unit on unit.data_id = source.data_id
          cross join lateral (
            select entity.name from unit_entity join entity on entity.id = unit_entity.entity_id
            where unit_entity.data_id = source.data_id and unit_entity.entity_id = any (${[...reach]})
            order by array_position(${[...reach]}::text[], unit_entity.entity_id) limit 1
          ) owner
          where source.source_key > ${after}
            and ${dataIds === undefined ? sql`true` : sql`source.data_id = any (${[...dataIds]})`}
            and ${names === undefined ? sql`true` : sql`source.name = any (${[...names]})`}
            and ${fields === undefined ? sql`true` : sql`source.field_types ?| ${[...fields]}::text[]`}
          order by source.source_key limit ${PAGE}`.execute(db)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        after = last.key
      }
    },
  }
}
