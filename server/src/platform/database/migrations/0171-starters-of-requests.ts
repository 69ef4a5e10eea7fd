import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A request that waits is judged by the rights of its starter when it is handed over. `stop_reason` of a batch that was stopped.
  await sql`
    alter table action_request add column token_id text,
      drop constraint if exists action_request_not_sent_reason_check,
      add constraint action_request_not_sent_reason_check
        check (not_sent_reason in ('restored', 'deactivated', 'not-permitted'));
    alter table action_batch add column stop_reason text
      check (stop_reason in ('failures', 'cancelled', 'not-permitted', 'restored'));
  `.execute(db)
  await sql`
    update action_request request set token_id = batch.token_id from action_batch batch
    where request.state = 'waiting' and batch.id = request.batch_id and batch.token_id is not null`.execute(db)
  // The token of an entity counts as a user of its own.
  await sql`
    update action_request set token_id = created_by
    where state = 'waiting' and token_id is null and created_by in (select id from program_token)`.execute(db)
}
