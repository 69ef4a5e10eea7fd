import { type RawBuilder, sql } from 'kysely'

/** Whether a request has to be given up, misses records in the history, or belongs to a batch that runs. */
export function isRequestWorkDue(now: number): RawBuilder<unknown> {
  return sql`exists (select from action_request where state in ('waiting', 'handed-over') and expires_at <= ${now})
    or exists (
      select from action_request join unit using (data_id)
      where state = 'waiting' and (not_sent_reason is not null or not unit.active)
    )
    or exists (select from action_request where not request_told or not end_told)
    or exists (select from action_batch where ended_at is null)`
}
