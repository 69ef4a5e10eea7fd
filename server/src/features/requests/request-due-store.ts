import { type RawBuilder, sql } from 'kysely'
import { isBatchDue } from './batch-store.ts'

/** Whether a request has to be given up, misses records in the history, or a batch is due. */
export function isRequestWorkDue(now: number): RawBuilder<unknown> {
  return sql`exists (select from action_request where state in ('waiting', 'handed-over') and expires_at <= ${now})
    or exists (
      select from action_request join unit using (data_id)
      where state = 'waiting' and (not_sent_reason is not null or not unit.active)
    )
    or exists (select from action_request where not request_recorded or not end_recorded)
    or exists (select from action_batch batch where ${isBatchDue(now)})`
}
