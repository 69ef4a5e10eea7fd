import type { DataId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/**
 * Units belong to other entities than before, whose places count for them, or their positions have another accuracy. Use it in the transaction
 * that changes them.
 */
export async function noteMoved(db: Db, dataIds: readonly DataId[]): Promise<void> {
  await sql`
    insert into unit_moved (data_id) select distinct data_id from event_table
    where data_id = any (${[...dataIds]}) and ended_at is null and (
      field like 'place:%' or field like 'group:%' or field like 'parked:%' or field like 'trips:%' or field like 'stops:%'
    )
    on conflict do nothing`.execute(db)
}

/** Whether tables on places of a unit are not settled yet. */
export function areUnitsMoved(): RawBuilder<unknown> {
  return sql`exists (select from unit_moved)`
}

/** The next such unit, which counts as settled from now on; undefined when none is left, or others have them. */
export async function takeMovedUnit(db: Db): Promise<DataId | undefined> {
  const { rows } = await sql<{ dataId: DataId }>`
    delete from unit_moved where data_id = (
      select data_id from unit_moved order by data_id limit 1 for update skip locked
    ) returning data_id`.execute(db)
  return rows[0]?.dataId
}
