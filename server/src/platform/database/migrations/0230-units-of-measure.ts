import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a preference values are shown as they were sent, as before.
  await sql`
    alter table app_user add measures jsonb;
    alter table entity add measures jsonb;
  `.execute(db)
}
