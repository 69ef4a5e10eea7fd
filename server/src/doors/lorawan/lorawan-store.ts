import type { DataId } from '@fieldwatch/contract/api/ids'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** How long copies of an uplink are recognised. A device that was reset may count from 0 again later. */
const COPIES_MS = 24 * 60 * 60_000

export function createLorawanStore(db: Db) {
  return {
    /** Whether an uplink is stored already, judged by its id. */
    isStored: async (dataId: DataId, id: string, now: number): Promise<boolean> => {
      const found = await db
        .selectFrom('lorawan_uplink')
        .select('data_id')
        .where('data_id', '=', dataId)
        .where('id', '=', hashOf(id))
        .where('arrived_at', '>', now - COPIES_MS)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Notes an uplink that was stored, and forgets those of the unit that are too old to come again. */
    noteStored: async (dataId: DataId, id: string, now: number): Promise<void> => {
      await sql`
        with gone as (delete from lorawan_uplink where data_id = ${dataId} and arrived_at <= ${now - COPIES_MS})
        insert into lorawan_uplink (data_id, id, arrived_at) values (${dataId}, ${hashOf(id)}, ${now})
        on conflict (data_id, id) do nothing`.execute(db)
    },
  }
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
