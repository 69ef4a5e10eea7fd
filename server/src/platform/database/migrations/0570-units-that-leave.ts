import { type Kysely, sql } from 'kysely'

/** Alerts on leaving a place while parked note whether a unit is parked there, or away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_unit add column aside text check (aside in ('parked', 'away'));
    comment on column alert_unit.aside is 'how a unit is whose leaving is watched, since held_at';
  `.execute(db)
}
