import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The devices behind a gateway, as the door adds them by which it sends. */
export function createGatewayChildStore(db: Db) {
  return {
    /** The names of the children that are no units, by their sources. */
    listBySource: async (gateway: DataId): Promise<ReadonlyMap<string, string>> => {
      const { rows } = await sql<{ source: string; name: string }>`
        select source, name from gateway_child where gateway = ${gateway} and not exists (
          select from unit where unit.data_id = gateway_child.unit and deleted_at is null
        )`.execute(db)
      return new Map(rows.map(({ source, name }) => [source, name]))
    },
  }
}
