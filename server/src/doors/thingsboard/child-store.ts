import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export interface StoredChild {
  /** The source of its measurements at the gateway. */
  readonly source: SourceName
  /** The unit that it became, unless that was deleted. */
  readonly unit: DataId | undefined
}

/** The devices behind a gateway. */
export function createChildStore(db: Db) {
  return {
    find: async (gateway: DataId, name: string): Promise<StoredChild | undefined> => {
      const { rows } = await sql<{ source: SourceName; unit: DataId | null }>`
        select source, unit.data_id as unit from gateway_child
        left join unit on unit.data_id = unit and unit.deleted_at is null
        where gateway = ${gateway} and name = ${name}`.execute(db)
      const [row] = rows
      return row && { source: row.source, unit: row.unit ?? undefined }
    },

    /** The names of the children that are no units, by their sources. */
    listBySource: async (gateway: DataId): Promise<ReadonlyMap<string, string>> => {
      const { rows } = await sql<{ source: string; name: string }>`
        select source, name from gateway_child where gateway = ${gateway} and not exists (
          select from unit where unit.data_id = gateway_child.unit and deleted_at is null
        )`.execute(db)
      return new Map(rows.map(({ source, name }) => [source, name]))
    },

    /** Whether the source of the gateway belongs to a child, or is one that something else has. */
    listTaken: async (gateway: DataId): Promise<{ readonly names: ReadonlySet<string>; readonly children: number }> => {
      const { rows } = await sql<{ name: string; is_child: boolean }>`
        select name, false as is_child from source where data_id = ${gateway}
        union all select source, true from gateway_child where gateway = ${gateway}`.execute(db)
      return { names: new Set(rows.map(({ name }) => name)), children: rows.filter((row) => row.is_child).length }
    },

    /** Leaves it as it is if the name or the source is taken. */
    add: async (gateway: DataId, child: { readonly name: string; readonly source: SourceName }): Promise<void> => {
      await sql`
        insert into gateway_child (gateway, name, source)
        select data_id, ${child.name}, ${child.source} from unit where data_id = ${gateway} and deleted_at is null
        on conflict do nothing`.execute(db)
    },
  }
}

export type ChildStore = ReturnType<typeof createChildStore>
