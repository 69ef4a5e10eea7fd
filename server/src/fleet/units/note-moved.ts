import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Units belong to other entities than before: other places count for them. Use it in the transaction that moves them. */
export async function noteMoved(db: Db, dataIds: readonly DataId[]): Promise<void> {
  await sql`
    insert into unit_moved (data_id) select distinct data_id from event_table
    where data_id = any (${[...dataIds]}) and ended_at is null and (
      field like 'place:%' or field like 'group:%' or field like 'trips:%' or field like 'stops:%'
    )
    on conflict do nothing`.execute(db)
}
