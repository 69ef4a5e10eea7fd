import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `catch_up`: stored uplinks are read, up to `caught_up_to` by the clock of the network server so far. Times in epoch milliseconds.
  await sql`
    alter table network_server
      add column catch_up boolean not null default false,
      add column caught_up_to bigint,
      add column caught_up_at bigint,
      add column catch_up_due_at bigint not null default 0,
      add column catch_up_error text,
      add column catch_up_held_by text
  `.execute(db)
}
