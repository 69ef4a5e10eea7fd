import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a source of the unit is created with. A server from before the upgrade creates sources without.
  await sql`
    alter table unit add column raw_days int check (raw_days > 0), add column summary_days int check (summary_days > 0);
  `.execute(db)
}
