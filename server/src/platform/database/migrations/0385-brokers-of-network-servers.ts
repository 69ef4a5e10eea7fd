import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times in epoch milliseconds.
  await sql`
    alter table network_server
      add column broker_url text not null default '',
      add column broker_user text not null default '',
      add column broker_password bytea,
      add column broker_held_by text,
      add column broker_connected_at bigint,
      add column broker_message_at bigint,
      add column broker_error text,
      add column broker_failures integer not null default 0,
      add column broker_next_try_at bigint not null default 0
  `.execute(db)
}
