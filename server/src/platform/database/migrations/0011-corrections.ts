import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Stretches of time, `{"from", "to"}` in epoch milliseconds, whose results are still to be computed anew.
  await sql`alter table calculation add corrections jsonb not null default '[]'`.execute(db)
}
