import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/**
 * Has no request of a backup reach its unit again, which may have got it after the backup: requests that waited are given up as "not
 * sent", batches go no further.
 */
export async function withholdRequests(db: Db): Promise<void> {
  await sql`update action_request set not_sent_reason = 'restored' where state = 'waiting'`.execute(db)
  await sql`
    update action_batch_unit set left_out = true from action_batch batch
    where batch.id = batch_id and ended_at is null and action_id is null`.execute(db)
  await sql`
    update action_batch set state = 'stopped', stop_reason = 'restored',
      ended_at = floor(extract(epoch from clock_timestamp()) * 1000)
    where ended_at is null`.execute(db)
}
