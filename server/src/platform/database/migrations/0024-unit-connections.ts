import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Which servers have a session of a unit; it counts as long as the server runs.
  await sql`
    create table unit_connection (
      data_id text not null references unit (data_id) on delete cascade,
      server text not null,
      primary key (data_id, server)
    )
  `.execute(db)
}
