import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How people look at the list of units.
  await sql`
    create table list_view (
      user_id text primary key references app_user (id) on delete cascade,
      view jsonb not null
    );
  `.execute(db)
}
