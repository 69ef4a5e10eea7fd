import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The outbox itself says when a message is tried next; until now a queue of jobs beside it did.
  await sql`
    alter table outbox
      add due_at timestamptz not null default now(),
      add tries integer not null default 0;
    create index outbox_due on outbox (kind, due_at) where sent_at is null and failed_at is null;
    drop schema if exists pgboss cascade;
  `.execute(db)
}
