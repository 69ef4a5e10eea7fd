import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'

export interface StoredChild {
  /** The source of its measurements at the gateway. */
  readonly source: SourceName
  /** The unit that it became, unless that was deleted. */
  readonly unit: DataId | undefined
}

interface NewChild {
  readonly name: string
  readonly source: SourceName
}

/** The devices behind a gateway. */
export function createChildStore(db: Db) {
  return {
    /** All children of a gateway, by their names. */
    listByName: async (gateway: DataId): Promise<ReadonlyMap<string, StoredChild>> => {
      const { rows } = await sql<{ name: string; source: SourceName; unit: DataId | null }>`
        select name, source, unit.data_id as unit from gateway_child
        left join unit on unit.data_id = unit and unit.deleted_at is null
        where gateway = ${gateway}`.execute(db)
      return new Map(rows.map(({ name, source, unit }) => [name, { source, unit: unit ?? undefined }]))
    },

    /** The sources of the gateway, also those that its children may have. */
    listTaken: async (gateway: DataId): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ name: string }>`
        select name from source where data_id = ${gateway}
        union select source from gateway_child where gateway = ${gateway}`.execute(db)
      return new Set(rows.map(({ name }) => name))
    },

    /** Leaves out those whose name or source is taken, and those that are too many. */
    add: async (gateway: DataId, children: readonly NewChild[], most: number): Promise<void> => {
      await sql`
        insert into gateway_child (gateway, name, source)
        select data_id, name, source from unit,
          unnest(${children.map(({ name }) => name)}::text[], ${children.map(({ source }) => source)}::text[]) child (name, source)
        where data_id = ${gateway} and deleted_at is null
        limit greatest(0, ${most} - (select count(*) from gateway_child where gateway = ${gateway}))
        on conflict do nothing`.execute(db)
    },
  }
}

export type ChildStore = ReturnType<typeof createChildStore>
