import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { IS_CONNECTED } from './unit-store.ts'

/** The units of a fleet, column by column, in one order. */
export interface StoredColumns {
  readonly dataIds: readonly DataId[]
  readonly latitudes: readonly (number | null)[]
  readonly longitudes: readonly (number | null)[]
  /** The other columns, as members of a JSON object. */
  readonly members: string
  /** Epoch microseconds by the clock of the database, in digits: what was committed before is in the columns. */
  readonly readAt: string
}

/**
 * Reads units as columns, each written as JSON by the database: thousands of units are some long texts here, and not hundreds of
 * thousands of values, whose making and collecting would hold up everybody else.
 */
export function createUnitColumnsStore(db: Db) {
  return {
    /** The units that belong to one of `entities`, in no order; they name entities and labels of the reach only. */
    list: async (entities: readonly EntityId[], reach: readonly EntityId[]): Promise<StoredColumns> => {
      const visible = [...reach, ...entities]
      const { rows } = await sql<ColumnsRow>`
        select (extract(epoch from now()) * 1000000)::bigint::text as read_at, coalesce(json_agg(data_id), '[]')::text as data_ids,
          coalesce(json_agg(current_lat), '[]')::text as latitudes,
          coalesce(json_agg(current_lon), '[]')::text as longitudes,
          concat_ws(',', ${sql.join(COLUMNS.map(([name, column]) => sql`${`"${name}":`}::text || coalesce(json_agg(${sql.raw(column)}), '[]')::text`))}) as members
        from (
          select unit.data_id, friendly_name, size, service, image, active, last_activity_at, last_message, current_lat, current_lon,
            default_template, custom_template, ${IS_CONNECTED} as connected, owned.entities, labelled.labels,
            case when owned.elsewhere is not null then array(
              select name from entity where id = any(owned.elsewhere) order by name
            ) end as shared_with
          from unit join (
            select owner.data_id,
              array_agg(owner.entity_id order by owner.entity_id) filter (where owner.entity_id = any(${visible})) as entities,
              array_agg(owner.entity_id) filter (where owner.entity_id <> all(${visible})) as elsewhere
            from unit_entity owner
            where owner.data_id in (select data_id from unit_entity where entity_id = any(${[...entities]}))
            group by owner.data_id
          ) owned using (data_id)
          left join (
            select data_id, array_agg(label.id order by label.id) as labels
            from unit_label join label on label.id = unit_label.label_id
            where label.entity_id = any(${visible})
            group by data_id
          ) labelled using (data_id)
        ) unit`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('an aggregate has one row')
      return {
        readAt: row.readAt,
        dataIds: JSON.parse(row.dataIds) as DataId[],
        latitudes: JSON.parse(row.latitudes) as (number | null)[],
        longitudes: JSON.parse(row.longitudes) as (number | null)[],
        members: `"dataID":${row.dataIds},"currentLat":${row.latitudes},"currentLon":${row.longitudes},${row.members}`,
      }
    },

    /** How long ago, in milliseconds, columns were read: by the clock of the database, whichever server read them. */
    findAge: async (readAt: string): Promise<number> => {
      const { rows } = await sql<{ age: number }>`
        select ((extract(epoch from clock_timestamp()) * 1000000 - ${readAt}::bigint) / 1000)::float8 as age`.execute(
        db,
      )
      const [row] = rows
      if (row === undefined) throw new Error('a select without a table has one row')
      return row.age
    },
  }
}

interface ColumnsRow {
  readAt: string
  dataIds: string
  latitudes: string
  longitudes: string
  members: string
}

/** What a column is called in the reply, and in the database. */
const COLUMNS = [
  ['friendlyName', 'friendly_name'],
  ['size', 'size'],
  ['service', 'service'],
  ['image', 'image'],
  ['active', 'active'],
  ['lastActivityUTC', `to_char(last_activity_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
  ['lastMessage', 'last_message'],
  ['entities', 'entities'],
  ['sharedWith', 'shared_with'],
  ['labels', 'labels'],
  ['defaultTemplate', 'default_template'],
  ['customTemplate', 'custom_template'],
  ['connected', 'connected'],
] as const
