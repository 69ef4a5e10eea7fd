import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_table
      add column version int not null default 1,
      add column changed_by text references app_user (id) on delete set null
  `.execute(db)
}
