import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sim
      add column version integer not null default 1,
      add column changed_by text,
      add column changed_at timestamptz
  `.execute(db)
}
