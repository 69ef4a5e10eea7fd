import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // An alert can follow an event table, by its name. `held_at`: the last record that satisfied its condition, which has a gap.
  await sql`
    alter table alert add event text;
    alter table alert_unit add held_at bigint;
  `.execute(db)
}
