import { type Kysely, sql } from 'kysely'

/** Batches of requests are looked at when something ended or a time has come, not at every look for work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table action_batch add column due_at bigint not null default 0;
    comment on column action_batch.due_at is 'when to look at it though none of its requests ended';
    alter table action_request add column seen_by_batch boolean not null default true;
    comment on column action_request.seen_by_batch is 'false: it ended, and its batch has not been looked at since';
    create index action_request_unseen on action_request (batch_id) where not seen_by_batch;
  `.execute(db)
}
